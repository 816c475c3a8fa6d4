import java.io.*;
import java.net.URI;
import java.net.http.*;
import java.util.Map;
import java.util.regex.Pattern;

public class OnairExample {
  public static void main(String[] args) throws Exception {
    var builder = new ProcessBuilder("node_modules/.bin/onair", "--json", "--port", "0", "--ephemeral", "--exit-with-stdin");
    var environment = builder.environment();
    environment.keySet().retainAll(java.util.Set.of("PATH", "HOME"));
    var server = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try {
      var ready = new BufferedReader(new InputStreamReader(server.getInputStream(), "UTF-8")).readLine();
      if (ready == null) throw new IllegalStateException("Onair did not start");
      var baseUrl = field(ready, "baseUrl");
      var streamer = field(ready, "channelId");
      var client = HttpClient.newHttpClient();
      var body = "{\"channelId\":\"" + streamer + "\",\"byChannelId\":\"" + streamer + "\",\"message\":\"hello\"}";
      var request = HttpRequest.newBuilder(URI.create(baseUrl + "/sandbox/v1/actions/chat"))
          .header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(body))
          .build();
      System.out.println(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
    } finally {
      server.getOutputStream().close(); // standard input of the server
      System.out.println(server.waitFor());
    }
  }

  static String field(String json, String name) {
    var found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    if (!found.find()) throw new IllegalArgumentException(name);
    return found.group(1);
  }
}
