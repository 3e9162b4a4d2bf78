import { useState } from 'react';
import type { Location } from '#shared/contract/locations.ts';
import { Skyline } from '#web/ui/drawings/skyline.tsx';

type PicturedBranch = Pick<Location, 'name' | 'imageUrl' | 'thumbnailUrl'>;

interface PictureProps {
  location: PicturedBranch;
  /** Classes for the drawing only. */
  drawing?: string | undefined;
}

/** A branch's picture, or its drawing if there is no picture or it does not load. */
export function LocationPicture({ location, drawing }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const url = location.thumbnailUrl || location.imageUrl;
  if (!url || url === broken) return <Skyline branch={location.name} className={drawing} />;
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(url)}
      className="aspect-[320/150] w-full object-cover"
    />
  );
}
