import type { Lang } from '#shared/domain/languages.ts';
import type { MessageParams } from '#shared/messages/catalogue.ts';
import { type MessageKey, say } from '#shared/messages/dictionaries.ts';

type Sentence = readonly [key: MessageKey, params?: MessageParams];

/** What went wrong at a console, in sentences that are said in the language of whoever runs the command. */
export class Told extends Error {
  readonly #sentences: readonly Sentence[];
  constructor(...sentences: readonly Sentence[]) {
    super(saying('en', sentences));
    this.#sentences = sentences;
  }
  in(lang: Lang): string {
    return saying(lang, this.#sentences);
  }
}

const saying = (lang: Lang, sentences: readonly Sentence[]): string =>
  sentences.map(([key, params]) => say(lang, key, params)).join(' ');
