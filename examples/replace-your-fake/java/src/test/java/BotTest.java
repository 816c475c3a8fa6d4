import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BotTest {
  private Fake service;
  private Bot bot;

  @BeforeEach
  void start() throws Exception {
    service = new Fake();
    bot = new Bot(service.baseUrl(), "client", "secret", service.tokens());
    bot.start();
    waitForSession(1);
  }

  @AfterEach
  void stop() {
    bot.stop();
    service.close();
  }

  @Test
  void greetsAViewer() throws Exception {
    service.chat("민수", "!hello");
    assertEquals("Hello, 민수!", service.sent());
  }

  @Test
  void refreshesAnExpiredToken() throws Exception {
    service.expireTokens();
    bot.say("still here");
    assertEquals("still here", service.sent());
  }

  @Test
  void comesBackAfterADisconnect() throws Exception {
    service.disconnect();
    waitForSession(2);
    service.chat("민수", "!hello");
    assertEquals("Hello, 민수!", service.sent());
  }

  private void waitForSession(int sessions) {
    assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
      while (bot.sessions < sessions || !bot.status.equals("listening")) Thread.sleep(20);
    });
  }
}
