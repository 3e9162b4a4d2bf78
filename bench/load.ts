import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LoadCall {
  method?: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: unknown;
  cookie?: string;
  headers?: Record<string, string>;
}
export interface AnsweredCall {
  status: number;
  ms: number;
}
export interface Load {
  /** Calls per second, sent on time whether or not earlier ones were answered. */
  rate: number;
  count: number;
  call: (i: number) => LoadCall;
}

const agent = new Agent({ keepAlive: true, maxSockets: 128 });

/** Sends one call; `read` gets the text of the answer. */
export function send(
  port: number,
  { method = 'GET', path, body, cookie, headers: more }: LoadCall,
  read?: (text: string) => void,
): Promise<AnsweredCall> {
  const started = performance.now();
  const headers = {
    ...(cookie ? { cookie } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...more,
  };
  return new Promise((done, fail) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      let text = '';
      if (read) answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      else answer.resume();
      answer.on('end', () => {
        read?.(text);
        done({ status: answer.statusCode ?? 0, ms: performance.now() - started });
      });
      answer.on('error', fail);
    });
    sent.on('error', fail);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/**
 * Sends a load with `width` calls at a time, as fast as they are answered, to measure processor time per
 * call.
 */
export async function saturate(
  port: number,
  { count, call }: Pick<Load, 'count' | 'call'>,
  width = 8,
): Promise<AnsweredCall[]> {
  const answers: AnsweredCall[] = [];
  let next = 0;
  const one = async () => {
    while (next < count) answers.push(await send(port, call(next++)));
  };
  await Promise.all(Array.from({ length: width }, one));
  return answers;
}

/** Sends a load at an even rate: a slow answer delays no other call, so the times are those of real users. */
export async function sendAtRate(port: number, { rate, count, call }: Load): Promise<AnsweredCall[]> {
  const started = performance.now();
  const answers: Promise<AnsweredCall>[] = [];
  while (answers.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - started) / 1000) * rate) + 1);
    while (answers.length < due) answers.push(send(port, call(answers.length)));
    await sleep(1);
  }
  return Promise.all(answers);
}

export function percentile(answers: readonly AnsweredCall[], share: number): number {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}

/** Whether a complete answer, read as latin1, has arrived. */
export function isCompleteAnswer(text: string): boolean {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /^content-length: (\d+)/im.exec(text.slice(0, head))?.[1];
  return length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= head + 4 + Number(length);
}

/**
 * Number of answers in `seconds` over `connections` connections, each sending again as soon as it is
 * answered. Uses plain sockets: Node's own client would cost more than the answers.
 */
export async function measureThroughput(port: number, path: string, connections: number, seconds: number) {
  const question = `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
  const until = performance.now() + seconds * 1000;
  const answers: AnsweredCall[] = [];
  const one = () =>
    new Promise<void>((done, fail) => {
      const socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1').on('error', fail);
      let text = '';
      let asked = 0;
      const ask = () => {
        text = '';
        asked = performance.now();
        socket.write(question);
      };
      socket.on('connect', ask).on('data', (part) => {
        text += part;
        if (!isCompleteAnswer(text)) return;
        answers.push({ status: Number(text.slice(9, 12)), ms: performance.now() - asked });
        if (performance.now() < until) return ask();
        socket.end();
        done();
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  return answers;
}
