import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A fake of the service, written by hand in the style of WireMock: stubs for tokens, sessions and chat. */
public class Fake {
  record Request(String query, String authorization, String body) {}

  record Response(int status, String message, String content) {}

  private final Map<String, Function<Request, Response>> stubs = new HashMap<>();
  private final Map<String, BlockingQueue<String>> sessions = new ConcurrentHashMap<>();
  private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();
  private final HttpServer server;
  private volatile String access = "access-1", refresh = "refresh-1";
  private int issued = 1;

  public Fake() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", this::answer);
    server.createContext("/socket.io/", this::poll);
    server.start();
    stub("POST /auth/v1/token", this::issueToken);
    stub("GET /open/v1/sessions/auth", forUser(request -> ok("{\"url\":\"" + baseUrl() + "/?auth=1\"}")));
    stub("POST /open/v1/sessions/events/subscribe/chat", forUser(this::subscribe));
    stub("POST /open/v1/chats/send", forUser(request -> {
      sent.add(Bot.field(request.body(), "message"));
      return ok("{\"messageId\":\"1\"}");
    }));
  }

  void stub(String operation, Function<Request, Response> response) {
    stubs.put(operation, response);
  }

  String baseUrl() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  Bot.Tokens tokens() {
    return new Bot.Tokens(access, refresh);
  }

  /** A viewer writes in the chat. */
  void chat(String nickname, String content) {
    var event = "42[\"CHAT\",{\"profile\":{\"nickname\":\"" + nickname + "\"},\"content\":\"" + content + "\"}]";
    for (var packets : sessions.values()) packets.add(event);
  }

  void expireTokens() {
    access = "expired";
  }

  void disconnect() {
    for (var packets : sessions.values()) packets.add("41");
    sessions.clear();
  }

  /** Waits for the next message that was sent to the service. */
  String sent() throws InterruptedException {
    return sent.poll(5, TimeUnit.SECONDS);
  }

  void close() {
    disconnect();
    server.stop(0);
  }

  private Response issueToken(Request request) {
    if (!Bot.field(request.body(), "clientSecret").equals("secret")) return new Response(401, "INVALID_CLIENT", null);
    if (!Bot.field(request.body(), "refreshToken").equals(refresh)) return new Response(401, "INVALID_TOKEN", null);
    issued += 1;
    access = "access-" + issued;
    refresh = "refresh-" + issued;
    return ok("{\"accessToken\":\"" + access + "\",\"refreshToken\":\"" + refresh + "\",\"tokenType\":\"Bearer\"}");
  }

  private Response subscribe(Request request) {
    var packets = sessions.get(request.query().replace("sessionKey=", ""));
    if (packets == null) return new Response(404, "NOT_FOUND", null);
    packets.add("42[\"SYSTEM\",{\"type\":\"subscribed\",\"data\":{\"eventType\":\"CHAT\"}}]");
    return ok(null);
  }

  private Function<Request, Response> forUser(Function<Request, Response> stub) {
    return request -> ("Bearer " + access).equals(request.authorization())
        ? stub.apply(request)
        : new Response(401, "INVALID_TOKEN", null);
  }

  private static Response ok(String content) {
    return new Response(200, null, content);
  }

  private void answer(HttpExchange exchange) throws IOException {
    var uri = exchange.getRequestURI();
    var stub = stubs.get(exchange.getRequestMethod() + " " + uri.getPath());
    var body = new String(exchange.getRequestBody().readAllBytes());
    var authorization = exchange.getRequestHeaders().getFirst("Authorization");
    var response = stub == null
        ? new Response(404, "NOT_FOUND", null)
        : stub.apply(new Request(uri.getQuery(), authorization, body));
    var message = response.message() == null ? null : "\"" + response.message() + "\"";
    reply(exchange, response.status(),
        "{\"code\":" + response.status() + ",\"message\":" + message + ",\"content\":" + response.content() + "}");
  }

  /** Waits for the next packet of a session; without one, a session begins. */
  private void poll(HttpExchange exchange) throws IOException {
    var query = exchange.getRequestURI().getQuery();
    var packet = "41";
    if (!query.contains("&sid=")) {
      var sid = "session-" + System.nanoTime();
      var connected = "42[\"SYSTEM\",{\"type\":\"connected\",\"data\":{\"sessionKey\":\"" + sid + "\"}}]";
      sessions.computeIfAbsent(sid, key -> new LinkedBlockingQueue<>()).add(connected);
      packet = "0{\"sid\":\"" + sid + "\",\"pingInterval\":25000,\"pingTimeout\":60000}";
    } else {
      var packets = sessions.get(query.replaceAll(".*&sid=", ""));
      try {
        if (packets != null) packet = packets.take();
      } catch (InterruptedException error) {
        throw new IOException(error);
      }
    }
    reply(exchange, 200, packet.length() + ":" + packet);
  }

  private static void reply(HttpExchange exchange, int status, String text) throws IOException {
    var data = text.getBytes("UTF-8");
    exchange.sendResponseHeaders(status, data.length);
    try (var body = exchange.getResponseBody()) {
      body.write(data);
    }
  }
}
