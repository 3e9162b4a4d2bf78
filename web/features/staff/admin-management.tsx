import { Plus, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { changeUser, listUsers, type User } from '#shared/contract/users.ts';
import { openAfterProof, useChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { refetchSubjects, useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { AddAdminDialog } from './add-admin-dialog.tsx';
import { HandOverDialog, type InitialSignIn } from './hand-over-dialog.tsx';

const adminListInput = { query: { role: 'admin', sort: 'name' as const } };

/** Lists admins, adds admins and removes the role. */
export function AdminManagement({ viewer }: { viewer: User }) {
  const { data: people, error } = useRead(listUsers, adminListInput);
  const [adding, setAdding] = useState(false);
  const [handedOver, setHandedOver] = useState<InitialSignIn | null>(null);
  const [asked, setAsked] = useState<User | null>(null);
  const change = useChange(changeUser, { untilRead: true });

  async function remove({ id, name, version }: User) {
    try {
      await change.mutateAsync({ params: { id }, body: { role: 'user', version } });
      showToast({
        kind: 'success',
        title: t('admin.admins.removedTitle'),
        description: t('admin.admins.removedText', { name }),
      });
    } catch (problem) {
      showErrorToast(t('staff.toast.error'), problem, t('admin.admins.removeFailed'));
      if (problem instanceof ApiError && problem.code === 'stale') await refetchSubjects(['users']);
    }
    setAsked(null);
  }
  return (
    <Card as="section" className="grid gap-4 p-5 md:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="card-title">{t('admin.admins.title')}</h2>
          <p className="text-small text-ink-2">{t('admin.admins.text')}</p>
        </div>
        <Button
          icon={<Plus size={18} strokeWidth={1.7} aria-hidden="true" />}
          className="max-sm:w-full"
          onClick={() => openAfterProof(() => setAdding(true))}
        >
          {t('admin.admins.add')}
        </Button>
      </div>
      {error && <p className="text-small text-danger">{error.message}</p>}
      {!people && !error && (
        <LoadingRegion label={t('common.state.loading')} className="grid gap-2">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </LoadingRegion>
      )}
      <ul className="grid">
        {people?.map((person) => (
          <AdminLine
            key={person.id}
            person={person}
            viewer={viewer}
            onRemove={() => openAfterProof(() => setAsked(person))}
          />
        ))}
      </ul>
      {adding && (
        <AddAdminDialog
          onClose={() => setAdding(false)}
          onCreated={(person) => {
            setAdding(false);
            setHandedOver(person);
          }}
        />
      )}
      {handedOver && <HandOverDialog person={handedOver} onClose={() => setHandedOver(null)} />}
      <ConfirmDialog
        open={asked !== null}
        title={t('admin.admins.removeTitle', { name: asked?.name ?? '' })}
        description={t('admin.admins.removeText')}
        safeLabel={t('common.action.keep')}
        confirmLabel={t('admin.admins.remove')}
        closeLabel={t('common.action.close')}
        busy={change.isPending}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && void remove(asked)}
      />
    </Card>
  );
}

/** Nobody can remove their own role or the super admin's; the reason is shown. */
function AdminLine({ person, viewer, onRemove }: { person: User; viewer: User; onRemove(): void }) {
  const isSelf = person.id === viewer.id;
  const reason = person.isSuperAdmin ? 'admin.admins.cannotSuper' : isSelf ? 'admin.admins.cannotSelf' : null;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-3">
      <Avatar name={person.name} />
      <span className="min-w-0 flex-1">
        <b className="flex flex-wrap items-center gap-2 text-ui leading-[1.35]">
          {person.name}
          {person.isSuperAdmin && <Badge>{t('admin.admins.superAdmin')}</Badge>}
          {isSelf && <Badge>{t('admin.admins.you')}</Badge>}
        </b>
        <small className="ltr text-xs text-ink-2">{person.username}</small>
      </span>
      {reason ? (
        <small className="text-xs text-ink-2 max-sm:w-full max-sm:ps-12">{t(reason)}</small>
      ) : (
        <Button
          kind="gho"
          size="sm"
          aria-label={t('admin.admins.removeNamed', { name: person.name })}
          icon={<ShieldOff size={16} strokeWidth={1.7} aria-hidden="true" />}
          onClick={onRemove}
        >
          {t('admin.admins.remove')}
        </Button>
      )}
    </li>
  );
}
