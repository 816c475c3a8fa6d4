import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** A bot that greets viewers, refreshes its token, and comes back after a disconnect. */
public class Bot {
  public record Tokens(String access, String refresh) {}

  /** The service refused a call. */
  public static class Refused extends IOException {
    public Refused(String message) {
      super(message);
    }
  }

  private final String baseUrl, clientId, clientSecret;
  private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  public volatile Tokens tokens;
  public volatile String status = "starting";
  /** The sessions that it has had. */
  public volatile int sessions;
  public volatile BiConsumer<String, String> onChat = this::greet;

  public Bot(String baseUrl, String clientId, String clientSecret, Tokens tokens) {
    this.baseUrl = baseUrl;
    this.clientId = clientId;
    this.clientSecret = clientSecret;
    this.tokens = tokens;
  }

  public void start() throws IOException {
    var url = openSession();
    var thread = new Thread(() -> run(url));
    thread.setDaemon(true);
    thread.start();
  }

  public void stop() {
    status = "stopped";
  }

  public void say(String message) throws IOException {
    call("POST", "/open/v1/chats/send", "{\"message\":\"" + message + "\"}");
  }

  public void greet(String nickname, String content) {
    try {
      if (content.equals("!hello")) say("Hello, " + nickname + "!");
    } catch (IOException error) {
      System.err.println(error.getMessage());
    }
  }

  public void refresh() throws IOException {
    var body = "{\"grantType\":\"refresh_token\",\"refreshToken\":\"%s\",\"clientId\":\"%s\",\"clientSecret\":\"%s\"}"
        .formatted(tokens.refresh(), clientId, clientSecret);
    try {
      var issued = send("POST", "/auth/v1/token", body);
      tokens = new Tokens(field(issued, "accessToken"), field(issued, "refreshToken"));
    } catch (Refused error) {
      status = "refused";
      throw error;
    }
  }

  private String openSession() throws IOException {
    return field(call("GET", "/open/v1/sessions/auth", null), "url");
  }

  private String call(String method, String path, String body) throws IOException {
    try {
      return send(method, path, body);
    } catch (Refused error) {
      if (!error.getMessage().equals("INVALID_TOKEN")) throw error;
    }
    refresh();
    return send(method, path, body);
  }

  private String send(String method, String path, String body) throws IOException {
    var publisher = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    var request = HttpRequest.newBuilder(URI.create(baseUrl + path)).method(method, publisher)
        .header("Authorization", "Bearer " + tokens.access()).header("Content-Type", "application/json").build();
    try {
      var response = http.send(request, BodyHandlers.ofString());
      if (response.statusCode() != 200) throw new Refused(field(response.body(), "message"));
      return response.body();
    } catch (InterruptedException error) {
      throw new IOException(error);
    }
  }

  private void run(String url) {
    while (!status.equals("stopped")) {
      try {
        listen(url);
      } catch (IOException error) {
        // The session has ended.
      }
      if (status.equals("stopped") || status.equals("refused")) return;
      status = "starting";
      try {
        url = openSession();
      } catch (IOException error) {
        status = "refused";
        return;
      }
    }
  }

  private void listen(String url) throws IOException {
    var parts = URI.create(url);
    var poll = "http://" + parts.getAuthority() + "/socket.io/?" + parts.getQuery() + "&EIO=3&transport=polling&b64=1";
    var pingedAt = System.nanoTime();
    while (status.equals("starting") || status.equals("listening")) {
      var text = exchange(HttpRequest.newBuilder(URI.create(poll)).GET());
      while (!text.isEmpty()) {
        var colon = text.indexOf(':');
        var end = colon + 1 + Integer.parseInt(text.substring(0, colon));
        var packet = text.substring(colon + 1, end);
        text = text.substring(end);
        if (packet.startsWith("0")) poll += "&sid=" + field(packet, "sid");
        else if (packet.startsWith("1") || packet.startsWith("41")) return;
        else if (packet.startsWith("42")) receive(packet);
      }
      if (System.nanoTime() - pingedAt > 20e9) {
        pingedAt = System.nanoTime();
        exchange(HttpRequest.newBuilder(URI.create(poll)).POST(BodyPublishers.ofString("1:2")));
      }
    }
  }

  private String exchange(HttpRequest.Builder request) throws IOException {
    try {
      var response = http.send(request.build(), BodyHandlers.ofString());
      if (response.statusCode() != 200) throw new IOException("The session has ended.");
      return response.body();
    } catch (InterruptedException error) {
      throw new IOException(error);
    }
  }

  private void receive(String packet) throws IOException {
    if (packet.startsWith("42[\"CHAT\"")) onChat.accept(field(packet, "nickname"), field(packet, "content"));
    else if (field(packet, "type").equals("connected"))
      call("POST", "/open/v1/sessions/events/subscribe/chat?sessionKey=" + field(packet, "sessionKey"), null);
    else if (field(packet, "type").equals("revoked")) status = "refused";
    else if (field(packet, "type").equals("subscribed")) {
      sessions += 1;
      status = "listening";
    }
  }

  static String field(String json, String name) {
    var found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    return found.find() ? found.group(1) : "";
  }
}
