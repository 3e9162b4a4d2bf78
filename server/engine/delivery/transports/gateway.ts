import { sign } from './signature.ts';
import { NotAcceptedError, type Outgoing, type Transport, UndeliverableError } from './transport.ts';

const timeoutMs = 15_000;
const retryableStatuses = new Set([401, 403, 404, 408, 425, 429]);
/** A proxy answers for a gateway that may have taken the message. */
const uncertainStatuses = new Set([502, 504]);

/** SMS and WhatsApp: `{to, text}` as JSON to the clinic's gateway, signed if a secret is set. */
export function gatewayTransport(url: string, secret: string | undefined, now: () => Date): Transport {
  return {
    async send(message: Outgoing) {
      const body = JSON.stringify({ to: message.to, text: message.text });
      const timestamp = String(now().getTime());
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': message.messageId,
          ...(secret
            ? { 'x-timestamp': timestamp, 'x-signature': `sha256=${sign(secret, timestamp, body)}` }
            : {}),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      if (response.ok) return;
      const problem = `the gateway answered ${response.status}`;
      if (response.status < 500 && !retryableStatuses.has(response.status))
        throw new UndeliverableError(problem);
      throw uncertainStatuses.has(response.status) ? new Error(problem) : new NotAcceptedError(problem);
    },
  };
}
