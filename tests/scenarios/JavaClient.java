import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Calls the API with the default settings of HttpClient, which ask plain HTTP connections for an upgrade to HTTP/2. */
public class JavaClient {
  private static final HttpClient client = HttpClient.newHttpClient();

  public static void main(String[] args) throws Exception {
    String base = args[0], token = args[1], refreshForm = args[2];
    print(request(base + "/open/v1/users/me", token).GET());
    print(
        request(base + "/open/v1/chats/send", token)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"message\":\"hello\"}")));
    print(
        request(base + "/auth/v1/token", token)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(refreshForm)));
    print(request(base + "/open/v1/lives/setting", token).GET());
  }

  private static HttpRequest.Builder request(String url, String token) {
    return HttpRequest.newBuilder(URI.create(url))
        .timeout(Duration.ofSeconds(10))
        .header("Authorization", "Bearer " + token);
  }

  private static void print(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
    System.out.println(response.statusCode() + " " + response.version() + " " + response.body());
  }
}
