import type { Lang } from '#shared/domain/languages.ts';
import type { MessageParams } from '#shared/messages/catalogue.ts';
import { type MessageKey, say } from '#shared/messages/dictionaries.ts';

/** An error for the operator at a console, who reads it in the language of the terminal. */
export class ConsoleError extends Error {
  readonly #key: MessageKey;
  readonly #params: MessageParams | undefined;
  constructor(key: MessageKey, params?: MessageParams, options?: ErrorOptions) {
    super(say('en', key, params), options);
    this.#key = key;
    this.#params = params;
  }
  in(lang: Lang): string {
    return say(lang, this.#key, this.#params);
  }
}
