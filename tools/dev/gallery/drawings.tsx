import { BrandMark } from '#web/ui/drawings/brand-mark.tsx';
import { DeepLotus } from '#web/ui/drawings/deep-lotus.tsx';
import { DialogArch } from '#web/ui/drawings/dialog-arch.tsx';
import { EmptyArch } from '#web/ui/drawings/empty-arch.tsx';
import { HeroArch } from '#web/ui/drawings/hero-arch.tsx';
import { Lotus } from '#web/ui/drawings/lotus.tsx';
import { PetalCurves } from '#web/ui/drawings/petal-curves.tsx';
import { FacebookMark, GoogleMark } from '#web/ui/drawings/provider-mark.tsx';
import { Rings } from '#web/ui/drawings/rings.tsx';
import { ServiceIcon } from '#web/ui/drawings/service-icon.tsx';
import { Skyline } from '#web/ui/drawings/skyline.tsx';
import { Star } from '#web/ui/drawings/star.tsx';
import { Example } from './example.tsx';

const drawings = { BrandMark, DeepLotus, DialogArch, EmptyArch, HeroArch, Lotus, PetalCurves, Rings, Star };

export function Drawings() {
  return (
    <Example file="drawings/">
      {Object.entries(drawings).map(([name, Drawing]) => (
        <figure key={name} style={{ width: 160, margin: 0, position: 'relative', overflow: 'hidden' }}>
          <Drawing />
          <figcaption style={{ fontSize: 12 }}>{name}</figcaption>
        </figure>
      ))}
      <ServiceIcon name="gynecology" />
      <Skyline branch="Maadi" />
      <GoogleMark />
      <FacebookMark />
    </Example>
  );
}
