import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Lang } from '#shared/messages/catalogue.ts';
import { speak } from '#web/i18n.ts';
import { type IslandName, islands } from './table.ts';
import { loadWords } from './words.ts';

let speaking: Lang | undefined;

/** Brings one island to life over the HTML the server made of the same component and props. */
export async function hydrate(element: HTMLElement, name: IslandName, lang: Lang): Promise<void> {
  const island = islands[name];
  if (speaking !== lang) {
    speak(lang, {});
    speaking = lang;
  }
  const [component] = await Promise.all([island.load(), loadWords(lang, island.areas)]);
  const props = JSON.parse(element.dataset.props ?? '{}') as object;
  hydrateRoot(element, createElement(component as ComponentType<object>, props), { identifierPrefix: `${name}-` });
  await new Promise((done) => setTimeout(done));
}
