import { createRoot } from 'react-dom/client';
import type { Lang } from '#shared/domain/languages.ts';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { Drawings } from './drawings.tsx';
import { ChoiceExamples, Forms } from './forms.tsx';
import { Frames } from './frames.tsx';
import { Pieces } from './pieces.tsx';

const lang = document.documentElement.lang as Lang;
setMessageLanguage(lang, dictionaries[lang]);

const root = document.getElementById('gallery');
if (root)
  createRoot(root).render(
    <div style={{ display: 'grid', gap: 28, padding: 24 }}>
      <Pieces />
      <Forms />
      <ChoiceExamples />
      <Frames />
      <Drawings />
    </div>,
  );
