import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.regex.Pattern;

/** A sandbox of Onair, which all tests share. Each test begins with `open()`, which restores its initial state. */
public class World {
  private static final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static String baseUrl;

  final String clientId, clientSecret, streamer, viewer, viewerName;

  static World open() throws Exception {
    if (baseUrl == null) baseUrl = start();
    call("POST", "/sandbox/v1/reset", "{}");
    return new World(call("GET", "/sandbox/v1", null));
  }

  private World(String overview) {
    clientId = Bot.field(overview, "clientId");
    clientSecret = Bot.field(overview, "clientSecret");
    streamer = Bot.field(person(overview, "streamer"), "channelId");
    viewer = Bot.field(person(overview, "viewer"), "channelId");
    viewerName = Bot.field(person(overview, "viewer"), "channelName");
  }

  String baseUrl() {
    return baseUrl;
  }

  /** The streamer consents: tokens of the application. */
  Bot.Tokens tokens() throws IOException {
    var tokens = call("POST", "/sandbox/v1/grants", "{\"clientId\":\"%s\",\"channelId\":\"%s\"}", clientId, streamer);
    return new Bot.Tokens(Bot.field(tokens, "accessToken"), Bot.field(tokens, "refreshToken"));
  }

  void withdrawConsent() throws IOException {
    call("DELETE", "/sandbox/v1/grants", "{\"clientId\":\"%s\",\"channelId\":\"%s\"}", clientId, streamer);
  }

  /** The viewer writes in the chat of the streamer. */
  void chat(String message) throws IOException {
    var body = "{\"channelId\":\"%s\",\"byChannelId\":\"%s\",\"message\":\"%s\"}";
    call("POST", "/sandbox/v1/actions/chat", body, streamer, viewer, message);
  }

  void advanceHours(int hours) throws IOException {
    call("POST", "/sandbox/v1/clock", "{\"advanceSeconds\":%s}", hours * 3600);
  }

  /** The keys of the connected sessions. */
  List<String> sessions() throws IOException {
    return findAll("\"sessionKey\":\"([^\"]+)\"", call("GET", "/sandbox/v1/sessions", null));
  }

  void disconnect() throws IOException {
    for (var sessionKey : sessions()) call("POST", "/sandbox/v1/sessions/" + sessionKey + "/disconnect", "{}");
  }

  /** Waits until the chat has so many messages, and returns the last one. */
  String lastMessage(int count) throws Exception {
    for (var end = System.nanoTime() + 5e9; System.nanoTime() < end; Thread.sleep(20)) {
      var query = "?kind=event&name=CHAT&full=true&size=100&channelId=" + streamer;
      var newestFirst = findAll("\\\\\"content\\\\\":\\\\\"(.*?)\\\\\"", call("GET", "/sandbox/v1/records" + query, null));
      if (newestFirst.size() >= count) return newestFirst.get(0);
    }
    throw new AssertionError("The chat does not have " + count + " messages.");
  }

  private static String start() throws IOException {
    var command = List.of("node_modules/.bin/onair", "--json", "--port", "0", "--ephemeral", "--exit-with-stdin");
    var process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    // The pipe closes when this process ends, and the server ends with it.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    var ready = new BufferedReader(new InputStreamReader(process.getInputStream(), "UTF-8")).readLine();
    if (ready == null) throw new IllegalStateException("Onair did not start.");
    return Bot.field(ready, "baseUrl");
  }

  private static String call(String method, String path, String body, Object... values) throws IOException {
    var publisher = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.formatted(values));
    var request = HttpRequest.newBuilder(URI.create(baseUrl + path)).method(method, publisher)
        .header("Content-Type", "application/json").build();
    try {
      var response = http.send(request, BodyHandlers.ofString());
      if (response.statusCode() != 200) throw new IOException(path + ": " + response.body());
      return response.body();
    } catch (InterruptedException error) {
      throw new IOException(error);
    }
  }

  private static String person(String overview, String role) {
    return findAll("(\\{[^{}]*\"is\":\"" + role + "\"[^{}]*\\})", overview).get(0);
  }

  private static List<String> findAll(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(found -> found.group(1)).toList();
  }
}
