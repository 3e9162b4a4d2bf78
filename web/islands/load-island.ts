import { type ComponentType, createElement, type ReactNode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import type { Lang } from '#shared/domain/languages.ts';
import { currentLang, setMessageLanguage, t } from '#web/i18n.ts';
import { FatalError } from '#web/ui/fatal-error.tsx';
import { importWithRetry } from '#web/ui/frame/import-with-retry.ts';
import type { Area, IslandDefinition, IslandMeta } from './define.ts';
import { loadMessages } from './message-files.ts';

/** All islands, found by file name: this module imports none of them directly. */
const islandLoaders = import.meta.glob<IslandDefinition<object>>('../**/*.island.tsx', { import: 'island' });

/** Loads the code and the texts of an island in parallel. */
async function loadIsland({ name, areas }: IslandMeta, lang: Lang): Promise<ComponentType<object>> {
  const load = Object.entries(islandLoaders).find(([path]) => path.endsWith(`/${name}.island.tsx`))?.[1];
  if (!load) throw new Error(`there is no ${name}.island.tsx`);
  const [{ component }] = await importWithRetry(() => Promise.all([load(), loadMessages(lang, areas)]));
  return component;
}

let loadedLang: Lang | undefined;

/** Getters, so that the texts are looked up only after an error. */
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

/** Calls `onDrawn` after its content has rendered. */
function RenderNotifier({ onDrawn, children }: { onDrawn(): void; children?: ReactNode }) {
  useEffect(onDrawn, [onDrawn]);
  return children;
}

/**
 * Hydrates one island over the server's HTML of the same component and props, as a transition, so that the
 * page stays responsive.
 */
export async function hydrate(element: HTMLElement, lang: Lang): Promise<void> {
  const { island: name = '', areas = '', props = '{}' } = element.dataset;
  if (loadedLang !== lang) {
    setMessageLanguage(lang, {});
    loadedLang = lang;
  }
  const component = await loadIsland({ name, areas: areas.split(' ') as Area[] }, lang);
  const content = createElement(component, JSON.parse(props) as object);
  await new Promise<void>((onDrawn) => {
    const whole = createElement(
      RenderNotifier,
      { onDrawn },
      createElement(FatalError, { labels: fatalLabels }, content),
    );
    startTransition(() => void hydrateRoot(element, whole, { identifierPrefix: `${name}-` }));
  });
}

const openedIslands = new Map<string, { root: Root; times: number }>();

/**
 * Renders an island that the page does not contain (a dialog) at the end of the body. Opening it again starts
 * with fresh state.
 */
export async function openIsland<P extends object>(head: IslandMeta, props: P): Promise<void> {
  const component = (await loadIsland(head, currentLang())) as ComponentType<P>;
  const place = openedIslands.get(head.name) ?? {
    root: createRoot(document.body.appendChild(document.createElement('div'))),
    times: 0,
  };
  place.times += 1;
  openedIslands.set(head.name, place);
  place.root.render(createElement(component, { ...props, key: place.times }));
}
