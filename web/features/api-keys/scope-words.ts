import { t, translateValidation } from '#web/i18n.ts';

/** Text of a scope in the page's language; FHIR resources keep their names. */
export function formatScope(scope: string): string {
  const [, resource, may] = /^system\/(\w+)\.(\w+)$/.exec(scope) ?? [];
  if (resource)
    return t(may === 'rs' ? 'connections.scope.rs' : 'connections.scope.cu', {
      resource: `\u2066${resource}\u2069`,
    });
  const [noun = '', act] = scope.split('.');
  const what = translateValidation(`connections.scope.${noun}`) ?? noun;
  return t(act === 'read' ? 'connections.scope.readOf' : 'connections.scope.writeOf', { what });
}
