import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AnsweredCall, isCompleteAnswer, type LoadCall } from './load.ts';

export interface CrowdAnswer extends AnsweredCall {
  /** Number of the call. */
  i: number;
  /** The call was refused with a time to retry. */
  isLater: boolean;
  /** From sending the request to its answer; unlike `ms`, without the wait for a connection. */
  answeredInMs: number;
}

const formatHeaderLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

const formatRequestHead = ({ method = 'GET', path, cookie, headers = {} }: LoadCall, json: string): string =>
  `${method} ${path} HTTP/1.1\r\nhost: a\r\naccept-encoding: br\r\n${formatHeaderLines(headers)}${cookie ? `cookie: ${cookie}\r\n` : ''}${
    json ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n` : ''
  }\r\n${json}`;

/**
 * Sends calls at a fixed rate, whether or not earlier ones were answered, each over an idle or a new
 * connection. Uses plain sockets: Node's own client would take the processor time that the server needs.
 */
export class Crowd {
  readonly #port: number;
  readonly #most: number;
  readonly #idle: Caller[] = [];
  readonly #queue: { i: number; call: LoadCall; asked: number }[] = [];
  readonly #answers: CrowdAnswer[] = [];
  #lost = 0;
  #open = 0;
  #opened = 0;
  #connections = 0;

  /** `most`: connection limit, as of a proxy; further calls wait for a free connection. */
  constructor(port: number, most = Number.POSITIVE_INFINITY) {
    this.#port = port;
    this.#most = most;
  }

  /** Sends `perSecond` calls a second for `seconds`; returns when all are answered or lost. */
  async come(perSecond: number, seconds: number, call: (i: number) => LoadCall) {
    const started = performance.now();
    let i = 0;
    for (let at = 0; at < seconds * 1000; at = performance.now() - started) {
      for (const due = (at / 1000) * perSecond; i < due; i++) this.#ask(i, call(i));
      await sleep(2);
    }
    const offeredFor = (performance.now() - started) / 1000;
    while (this.#open + this.#queue.length > 0 && performance.now() - started < (seconds + 60) * 1000)
      await sleep(20);
    for (const caller of this.#idle) caller.socket.destroy();
    return {
      answers: this.#answers,
      lost: this.#lost + this.#open + this.#queue.length,
      asked: i,
      offeredFor,
      opened: this.#opened,
    };
  }

  #ask(i: number, call: LoadCall, asked = performance.now()): void {
    if (this.#idle.length === 0 && this.#connections >= this.#most) {
      this.#queue.push({ i, call, asked });
      return;
    }
    const caller = this.#idle.pop() ?? this.#newCaller();
    this.#open++;
    caller.i = i;
    caller.asked = asked;
    caller.sent = performance.now();
    caller.socket.write(
      formatRequestHead(call, call.body === undefined ? '' : JSON.stringify(call.body)),
      'latin1',
    );
  }

  #askNext(): void {
    const next = this.#queue.shift();
    if (next) this.#ask(next.i, next.call, next.asked);
  }

  #newCaller(): Caller {
    this.#opened++;
    this.#connections++;
    const socket = connect(this.#port, '127.0.0.1').setNoDelay().setEncoding('latin1');
    const caller: Caller = { socket, i: -1, asked: 0, sent: 0, text: '' };
    const gone = () => {
      if (caller.i >= 0) {
        this.#lost++;
        this.#open--;
      }
      caller.i = -2;
      const at = this.#idle.indexOf(caller);
      if (at >= 0) this.#idle.splice(at, 1);
      this.#connections--;
      this.#askNext();
    };
    socket.on('error', () => undefined).on('close', gone);
    socket.on('data', (part: unknown) => {
      caller.text += String(part);
      if (!isCompleteAnswer(caller.text)) return;
      const status = Number(caller.text.slice(9, 12));
      const isLater = status === 503 && /^retry-after:/im.test(caller.text.slice(0, 2000));
      const now = performance.now();
      this.#answers.push({
        i: caller.i,
        status,
        isLater,
        ms: now - caller.asked,
        answeredInMs: now - caller.sent,
      });
      this.#open--;
      caller.i = -1;
      const ends = /^connection: close/im.test(caller.text.slice(0, 2000));
      caller.text = '';
      if (ends) socket.end();
      else this.#idle.push(caller);
      if (!ends) this.#askNext();
    });
    return caller;
  }
}

interface Caller {
  readonly socket: Socket;
  i: number;
  asked: number;
  sent: number;
  text: string;
}
