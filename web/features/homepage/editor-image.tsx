import { useController } from 'react-hook-form';
import { useImageUpload } from '#web/api/files/upload.ts';
import { translateValidation } from '#web/i18n.ts';
import { ImageInput } from '#web/ui/form/image-input.tsx';

/** Image of a section: uploaded when it is chosen, public when the section is saved. */
export function EditorImage({ name, label, fit }: { name: string; label: string; fit: 'contain' | 'cover' }) {
  const { field, fieldState } = useController({ name });
  const { error, ...upload } = useImageUpload(field.onChange);
  return (
    <ImageInput
      {...upload}
      label={label}
      fit={fit}
      value={field.value as string | null}
      error={error ?? translateValidation(fieldState.error?.message)}
      onRemove={() => field.onChange(null)}
    />
  );
}
