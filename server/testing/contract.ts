import { readdirSync } from 'node:fs';
import type { EndpointSpec } from '#shared/contract/endpoint.ts';

const folder = new URL('../../shared/contract/', import.meta.url);
const modules = await Promise.all(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => import(new URL(file, folder).href) as Promise<Record<string, unknown>>),
);
const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value;

/** Every endpoint of the contract, from all of its files. */
export const endpoints: readonly EndpointSpec[] = modules.flatMap((module) =>
  Object.values(module).filter(isEndpoint),
);
/** `POST /api/appointments` */
export const endpointName = ({ method, path }: EndpointSpec): string => `${method} ${path}`;
