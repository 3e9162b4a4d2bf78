import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { get, useFieldArray, useFormContext } from 'react-hook-form';
import { pickLanguage, t, translateValidation } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/form/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { BilingualField } from './editor-field.tsx';
import { EditorIcon } from './editor-icon.tsx';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

interface ListFieldsProps {
  name: string;
  titleField: string;
  most: number;
  /** Minimum number of parts. */
  least: number;
  addLabel: string;
  blank: () => object;
  children(prefix: string): ReactNode;
}

/** Parts of a section that can be added, reordered and removed. */
function ListFields({ name, titleField, most, least, addLabel, blank, children }: ListFieldsProps) {
  const { control, watch, formState } = useFormContext();
  const { fields, append, move, remove } = useFieldArray({ control, name, keyName: 'key' });
  const error = (get(formState.errors, `${name}.root`) ?? get(formState.errors, name)) as
    | { message?: unknown }
    | undefined;
  const titleOf = (at: number) => {
    const row = watch(`${name}.${at}`) as Record<string, string> | undefined;
    return pickLanguage(row?.[titleField] ?? '', row?.[`${titleField}Ar`]) || t('admin.homepage.untitled');
  };
  return (
    <>
      <ol className="grid grid-cols-1 gap-4">
        {fields.map((field, at) => (
          <li key={field.key} className="grid grid-cols-1 gap-5 rounded-card border border-line p-4">
            <div className="flex items-center gap-1">
              <b className="min-w-0 flex-1 truncate text-ui">{titleOf(at)}</b>
              <IconButton
                label={t('admin.homepage.moveUp', { title: titleOf(at) })}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <ArrowUp {...icon} />
              </IconButton>
              <IconButton
                label={t('admin.homepage.moveDown', { title: titleOf(at) })}
                disabled={at === fields.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <ArrowDown {...icon} />
              </IconButton>
              <IconButton
                label={t('admin.homepage.removeFeature', { title: titleOf(at) })}
                disabled={fields.length <= least}
                onClick={() => remove(at)}
              >
                <Trash2 {...icon} />
              </IconButton>
            </div>
            {children(`${name}.${at}`)}
          </li>
        ))}
      </ol>
      {typeof error?.message === 'string' && (
        <FieldError>{translateValidation(error.message, { n: most })}</FieldError>
      )}
      <Button
        kind="sec"
        className="justify-self-start"
        disabled={fields.length >= most}
        icon={<Plus {...icon} />}
        onClick={() => append(blank())}
      >
        {addLabel}
      </Button>
    </>
  );
}

export function FeaturesFields() {
  return (
    <>
      <BilingualField label={t('admin.homepage.field.title')} name="title" maxLength={200} />
      <BilingualField label={t('admin.homepage.field.subtitle')} name="subtitle" rows={2} maxLength={200} />
      <ListFields
        name="items"
        titleField="title"
        most={12}
        least={1}
        addLabel={t('admin.homepage.addFeature')}
        blank={() => ({
          id: crypto.randomUUID(),
          title: '',
          titleAr: '',
          description: '',
          descriptionAr: '',
          icon: 'clinic',
        })}
      >
        {(prefix) => (
          <>
            <BilingualField
              label={t('admin.homepage.field.title')}
              name={`${prefix}.title`}
              maxLength={200}
            />
            <BilingualField
              label={t('admin.homepage.field.description')}
              name={`${prefix}.description`}
              rows={3}
              maxLength={2000}
            />
            <EditorIcon label={t('admin.homepage.field.icon')} name={`${prefix}.icon`} />
          </>
        )}
      </ListFields>
    </>
  );
}

export function LegalFields() {
  return (
    <>
      <BilingualField label={t('admin.homepage.field.title')} name="title" maxLength={200} />
      <ListFields
        name="sections"
        titleField="heading"
        most={40}
        least={0}
        addLabel={t('admin.homepage.addSection')}
        blank={() => ({ heading: '', headingAr: '', body: '', bodyAr: '' })}
      >
        {(prefix) => (
          <>
            <BilingualField
              label={t('admin.homepage.field.heading')}
              name={`${prefix}.heading`}
              maxLength={200}
            />
            <BilingualField
              label={t('admin.homepage.field.body')}
              name={`${prefix}.body`}
              rows={7}
              maxLength={10_000}
            />
          </>
        )}
      </ListFields>
    </>
  );
}
