import { type ComponentType, createElement, type ReactNode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import type { Lang } from '#shared/domain/languages.ts';
import { currentLang, speak, t } from '#web/i18n.ts';
import { FatalError } from '#web/ui/fatal-error.tsx';
import { fetchCode } from '#web/ui/frame/fetch-code.ts';
import type { Area, IslandHead, IslandOf } from './define.ts';
import { loadWords } from './words.ts';

/** Every island of the house, wherever it lies: the engine knows none of them by name. */
const files = import.meta.glob<IslandOf<object>>('../**/*.island.tsx', { import: 'island' });

/** Code and words of an island, fetched at once. */
async function bring({ name, areas }: IslandHead, lang: Lang): Promise<ComponentType<object>> {
  const load = Object.entries(files).find(([path]) => path.endsWith(`/${name}.island.tsx`))?.[1];
  if (!load) throw new Error(`there is no ${name}.island.tsx`);
  const [{ component }] = await fetchCode(() => Promise.all([load(), loadWords(lang, areas)]));
  return component;
}

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

/** Tells that what stands in it is drawn and can be pressed. */
function Drawn({ onDrawn, children }: { onDrawn(): void; children?: ReactNode }) {
  useEffect(onDrawn, [onDrawn]);
  return children;
}

/**
 * Brings one island to life over the HTML the server made of the same component and props: piece by piece, so
 * that the page can be scrolled and pressed meanwhile.
 */
export async function hydrate(element: HTMLElement, lang: Lang): Promise<void> {
  const { island: name = '', areas = '', props = '{}' } = element.dataset;
  if (speaking !== lang) {
    speak(lang, {});
    speaking = lang;
  }
  const component = await bring({ name, areas: areas.split(' ') as Area[] }, lang);
  const content = createElement(component, JSON.parse(props) as object);
  await new Promise<void>((onDrawn) => {
    const whole = createElement(
      Drawn,
      { onDrawn },
      createElement(FatalError, { labels: fatalLabels }, content),
    );
    startTransition(() => void hydrateRoot(element, whole, { identifierPrefix: `${name}-` }));
  });
}

const opened = new Map<string, { root: Root; times: number }>();

/** Shows an island that no page holds (a dialog), at the end of the body; asked for again it begins anew. */
export async function open<P extends object>(head: IslandHead, props: P): Promise<void> {
  const component = (await bring(head, currentLang())) as ComponentType<P>;
  const place = opened.get(head.name) ?? {
    root: createRoot(document.body.appendChild(document.createElement('div'))),
    times: 0,
  };
  place.times += 1;
  opened.set(head.name, place);
  place.root.render(createElement(component, { ...props, key: place.times }));
}
