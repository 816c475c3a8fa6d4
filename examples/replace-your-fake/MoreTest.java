import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class MoreTest {
  @Test
  void aRefreshTokenThatTwoProgramsUseEndsTheAccessOfBoth() throws Exception {
    var world = World.open();
    var tokens = world.tokens();
    var first = new Bot(world.baseUrl(), world.clientId, world.clientSecret, tokens);
    var second = new Bot(world.baseUrl(), world.clientId, world.clientSecret, tokens);
    first.refresh();
    assertEquals("INVALID_TOKEN", assertThrows(Bot.Refused.class, second::refresh).getMessage());
    assertThrows(Bot.Refused.class, () -> first.say("hello"));
    assertEquals("refused refused", first.status + " " + second.status);
  }

  @Test
  void aPersonHasThreeSessions() throws Exception {
    var world = World.open();
    for (var count = 0; count < 3; count++) openBot(world);
    var refusal = assertThrows(Bot.Refused.class, () -> openBot(world));
    assertEquals("no more than 3 sessions at once for this user", refusal.getMessage());
  }

  @Test
  void stopsWhenTheStreamerWithdrawsConsent() throws Exception {
    var world = World.open();
    var bot = openBot(world);
    world.withdrawConsent();
    waitFor(() -> bot.status.equals("refused"));
  }

  @Test
  void comesBackAfterItWasDroppedBecauseItDidNotRead() throws Exception {
    var world = World.open();
    var bot = openBot(world);
    var goOn = new CountDownLatch(1);
    bot.onChat = (nickname, content) -> assertTimeoutPreemptively(Duration.ofSeconds(30), () -> goOn.await());
    for (var count = 0; count < 400; count++) world.chat("가".repeat(100));
    waitFor(() -> world.sessions().isEmpty());
    bot.onChat = bot::greet;
    goOn.countDown();
    waitFor(() -> bot.sessions == 2 && bot.status.equals("listening"));
    world.chat("!hello");
    var greeting = "Hello, " + world.viewerName + "!";
    waitFor(() -> world.lastMessage(1).equals(greeting));
  }

  private static Bot openBot(World world) throws Exception {
    var bot = new Bot(world.baseUrl(), world.clientId, world.clientSecret, world.tokens());
    bot.start();
    waitFor(() -> bot.status.equals("listening"));
    return bot;
  }

  private static void waitFor(Callable<Boolean> condition) {
    assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
      while (!condition.call()) Thread.sleep(20);
    });
  }
}
