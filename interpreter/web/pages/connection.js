// @ts-check
/** Connection to the server: sends the token first, hands on what comes, and connects again when it breaks. */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
const REFUSED = 4003;
/** Milliseconds between two requests for earlier positions; the server reads 10 messages a second. */
const PACE = 110;

/**
 * Return the token of this page's link. It is taken out of the address, and kept for this tab.
 * @returns {string}
 */
export function takeToken() {
  const given = location.hash.slice(1);
  if (given) {
    sessionStorage.setItem("token", given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem("token") ?? "";
}

export class Connection {
  /**
   * @param {string} token
   * @param {(message: any) => void} onMessage Called with each message.
   * @param {(state: "open" | "lost" | "refused") => void} onState Called when the connection changes.
   */
  constructor(token, onMessage, onState) {
    this.token = token;
    this.onMessage = onMessage;
    this.onState = onState;
    this.wait = FIRST_WAIT;
    this.isPaced = false;
    /** @type {object | null} */
    this.pending = null;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}/match`);
    this.socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.send({ token: this.token });
      this.onState("open");
    });
    this.socket.addEventListener("message", (event) => this.onMessage(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => {
      if (event.code === REFUSED) {
        this.onState("refused");
        return;
      }
      this.onState("lost");
      setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
      this.wait = Math.min(LONGEST_WAIT, 2 * this.wait);
    });
  }

  /**
   * Send a message. While requests for earlier positions come faster than the server reads, only the latest is sent.
   * @param {object} message
   */
  send(message) {
    if ("past" in message && this.isPaced) {
      this.pending = message;
      return;
    }
    if ("past" in message) {
      this.isPaced = true;
      setTimeout(() => this.sendPending(), PACE);
    }
    if (this.socket.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
    }
  }

  sendPending() {
    this.isPaced = false;
    const message = this.pending;
    this.pending = null;
    if (message) {
      this.send(message);
    }
  }
}
