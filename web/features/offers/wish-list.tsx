import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { leaveWish, type Wish } from '#shared/contract/offers.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useWishFormatter } from './wish-words.ts';

interface WishListProps<W extends Wish> {
  title: string;
  /** Shown beside the title. */
  badge?: ReactNode;
  wishes: readonly W[];
  /** Label of the button that removes an entry. */
  label: string;
  /** What happened with the entry so far. */
  told(wish: W): ReactNode;
  /** Asks before removing; without it the button removes the entry at once. */
  onLeave?(wish: W): void;
}

/**
 * Waiting list entries, each with what happened so far and a button to remove it; nothing if there are none.
 */
export const WishList = <W extends Wish>(props: WishListProps<W>) =>
  props.wishes.length === 0 ? null : <Waiting {...props} />;

function Waiting<W extends Wish>({ title, badge, wishes, label, told, onLeave }: WishListProps<W>) {
  const words = useWishFormatter();
  const leave = useChange(leaveWish, { untilRead: true });
  return (
    <Card as="section" className="grid gap-3 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="card-title">{title}</h2>
        {badge}
      </div>
      {leave.error && (
        <p role="alert" className="text-small text-danger">
          {getErrorMessage(leave.error, t('error.unknown'))}
        </p>
      )}
      <ul className="grid gap-3">
        {wishes.map((wish) => {
          const { service, suits } = words(wish);
          return (
            <li
              key={wish.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3"
            >
              <div className="min-w-0 text-ui">
                <p className="font-strong">{service}</p>
                <p className="text-small">{suits}</p>
                <p className="text-small text-ink-2">{told(wish)}</p>
              </div>
              <Button
                kind="out"
                size="sm"
                aria-label={`${label}: ${service}`}
                icon={<X size={18} strokeWidth={1.7} aria-hidden="true" />}
                busy={leave.isPending && leave.variables.params.id === wish.id}
                onClick={() => (onLeave ? onLeave(wish) : leave.mutate({ params: { id: wish.id } }))}
              >
                {label}
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
