package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
)

func main() {
	server := exec.Command("node_modules/.bin/onair", "--json", "--port", "0", "--ephemeral", "--exit-with-stdin")
	server.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	server.Stderr = os.Stderr
	stdin, _ := server.StdinPipe()
	stdout, _ := server.StdoutPipe()
	if err := server.Start(); err != nil {
		panic(err)
	}
	defer func() {
		stdin.Close()
		fmt.Println(server.Wait())
	}()
	var ready struct {
		BaseURL string `json:"baseUrl"`
		Demo    struct {
			People []struct {
				ChannelID string `json:"channelId"`
			} `json:"people"`
		} `json:"demo"`
	}
	if err := json.NewDecoder(bufio.NewReader(stdout)).Decode(&ready); err != nil {
		panic(err)
	}
	streamer := ready.Demo.People[0].ChannelID
	body := fmt.Sprintf(`{"channelId":%q,"byChannelId":%q,"message":"hello"}`, streamer, streamer)
	response, err := http.Post(ready.BaseURL+"/sandbox/v1/actions/chat", "application/json", strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	fmt.Println(response.StatusCode)
}
