import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Lang } from '#shared/messages/catalogue.ts';
import { speak, t } from '#web/i18n.ts';
import { FatalError } from '#web/ui/fatal-error.tsx';
import { type IslandName, islands } from './table.ts';
import { loadWords } from './words.ts';

let speaking: Lang | undefined;

/** Read only when something broke. */
const fatalLabels = {
  get title() {
    return t('common.fatal.title');
  },
  get text() {
    return t('common.fatal.text');
  },
  get retry() {
    return t('common.fatal.button');
  },
};

/** Brings one island to life over the HTML the server made of the same component and props. */
export async function hydrate(element: HTMLElement, name: IslandName, lang: Lang): Promise<void> {
  const island = islands[name];
  if (speaking !== lang) {
    speak(lang, {});
    speaking = lang;
  }
  const [component] = await Promise.all([island.load(), loadWords(lang, island.areas)]);
  const props = JSON.parse(element.dataset.props ?? '{}') as object;
  const content = createElement(component as ComponentType<object>, props);
  hydrateRoot(element, createElement(FatalError, { labels: fatalLabels }, content), {
    identifierPrefix: `${name}-`,
  });
  await new Promise((done) => setTimeout(done));
}
