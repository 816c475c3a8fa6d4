import json
import os
import urllib.request

import socketio


def call(method, path, token=None, body=None):
    headers = {"Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"https://openapi.chzzk.naver.com{path}", data, headers, method=method)
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)["content"]


client = {"clientId": os.environ["CLIENT_ID"], "clientSecret": os.environ["CLIENT_SECRET"]}
code = {"grantType": "authorization_code", "code": os.environ["CODE"], "state": "a state"}
token = call("POST", "/auth/v1/token", body={**client, **code})["accessToken"]
sio = socketio.Client(reconnection=False)


@sio.on("SYSTEM")
def on_system(payload):
    message = json.loads(payload)
    if message["type"] == "subscribed":
        print("Listening to", message["data"]["eventType"])
    if message["type"] == "connected":
        key = message["data"]["sessionKey"]
        for event in ("chat", "donation", "subscription"):
            call("POST", f"/open/v1/sessions/events/subscribe/{event}?sessionKey={key}", token)


for name in ("CHAT", "DONATION", "SUBSCRIPTION"):
    sio.on(name, lambda payload, name=name: print(name, json.loads(payload)))

sio.connect(call("GET", "/open/v1/sessions/auth", token)["url"])
sio.wait()
