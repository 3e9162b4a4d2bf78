import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { liveStream } from '#server/engine/http/live-stream.ts';
import { timesStream } from '#server/engine/http/times-stream.ts';
import { usersRoutes } from '#server/features/accounts/user-routes.ts';
import { noShowRoutes } from '#server/features/no-shows/routes.ts';
import { clinic } from './clinic.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { sanitizeError } from './engine/db/sanitize-error.ts';
import { admitRequests } from './engine/http/admit.ts';
import { clientAddress } from './engine/http/client-address.ts';
import { handleErrors, handleNotFound, handleUnreadableUrl } from './engine/http/error-handler.ts';
import { healthRoutes } from './engine/http/health.ts';
import { loggedPath } from './engine/http/logged-path.ts';
import { metricsRoutes } from './engine/http/metrics.ts';
import { serializeByContract } from './engine/http/mount-endpoint.ts';
import { openApi } from './engine/http/openapi.ts';
import { acceptOnlyJson, publicBytes } from './engine/http/request-cost.ts';
import { answerHeaders, securityHeaders } from './engine/http/security-headers.ts';
import { closeAfterAnswers } from './engine/http/shutdown.ts';
import type { PageSource } from './engine/pages/page-source.ts';
import { servePages } from './engine/pages/pages.ts';
import { wantedTasks } from './engine/tasks/task-runner.ts';
import { codesRoutes } from './features/accounts/code-routes.ts';
import { passwordsRoutes } from './features/accounts/password-routes.ts';
import { accountsRoutes } from './features/accounts/routes.ts';
import { sessionsRoutes } from './features/accounts/session-routes.ts';
import { socialLoginRoutes } from './features/accounts/social-login-routes.ts';
import { apiKeyRoutes } from './features/api-keys/routes.ts';
import { appointmentRoutes } from './features/appointments/routes.ts';
import { arrivalRoutes } from './features/arrivals/routes.ts';
import { backupRoutes } from './features/backups/routes.ts';
import { calendarRoutes } from './features/calendars/routes.ts';
import { callRoutes } from './features/calls/routes.ts';
import { contactMessageRoutes } from './features/contact-messages/routes.ts';
import { disruptionRoutes } from './features/disruptions/routes.ts';
import { doctorRoutes } from './features/doctors/routes.ts';
import { fhirRoutes } from './features/fhir/routes.ts';
import { firstReadRoutes } from './features/first-reads/routes.ts';
import { guideRoutes } from './features/guide/routes.ts';
import { homepageRoutes } from './features/homepage/routes.ts';
import { importRoutes } from './features/imports/routes.ts';
import { insightsRoutes } from './features/insights/routes.ts';
import { waitingRoutes } from './features/insights/waiting-routes.ts';
import { linkRoutes } from './features/links/routes.ts';
import { locationRoutes } from './features/locations/routes.ts';
import { logFileRoutes } from './features/logs/file-routes.ts';
import { logIntakeRoutes } from './features/logs/intake-routes.ts';
import { logRoutes } from './features/logs/routes.ts';
import { mergeRoutes } from './features/merges/routes.ts';
import { movingRoutes } from './features/moving/routes.ts';
import { noteRoutes } from './features/notes/routes.ts';
import { noticeRoutes } from './features/notices/routes.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { offerRoutes } from './features/offers/routes.ts';
import { ownDataRoutes } from './features/own-data/routes.ts';
import { familyRoutes } from './features/patients/family-routes.ts';
import { patientRoutes } from './features/patients/routes.ts';
import { privacyRoutes } from './features/privacy/routes.ts';
import { retentionRoutes } from './features/retention/routes.ts';
import { scheduleRoutes } from './features/schedules/routes.ts';
import { screenRoutes } from './features/screens/routes.ts';
import { seriesRoutes } from './features/series/routes.ts';
import { serviceRoutes } from './features/services/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { staffRoutes } from './features/staff/routes.ts';
import { twoStepRoutes } from './features/two-step/routes.ts';
import { uploadRoutes } from './features/uploads/routes.ts';
import { webhookRoutes } from './features/webhooks/routes.ts';

/** A number of trusted proxies; Fastify's `true` would trust the caller. */
function trustProxyOption({ TRUST_PROXY: proxies }: Config) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : (proxies ?? false);
}

/** Timeout of receiving headers and body. */
const requestTimeoutMs = 30_000;
/** Longer than proxies keep connections, so that a proxy never uses one that is being closed. */
const keepAliveMs = 72_000;
/** Idle timeout of a connection; streams send a heartbeat every 20 s. */
const inactiveMs = 75_000;
const maxConnections = 10_000;

/** The server without routes, with its limits and its log, which contains no query strings and no bodies. */
export function createBareApp(config: Config, stream?: { write(line: string): void }): FastifyInstance {
  const app = Fastify({
    http: { connectionsCheckingInterval: 2000, headersTimeout: requestTimeoutMs },
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    connectionTimeout: inactiveMs,
    logger: {
      level: config.LOG_LEVEL,
      ...(stream && { stream }),
      redact: ['req.headers', 'res.headers'],
      serializers: {
        err: sanitizeError,
        req: (request) => ({
          method: request.method,
          path: loggedPath(request.url),
          ip: clientAddress(request),
        }),
      },
    },
    genReqId: () => randomUUID(),
    trustProxy: trustProxyOption(config),
    bodyLimit: publicBytes,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    // Later requests on an open connection are answered, and the connection is closed.
    return503OnClosing: false,
    frameworkErrors: handleUnreadableUrl(answerHeaders(config)),
  });
  app.server.maxConnections = maxConnections;
  return app;
}

/** The table of contents: plugins, then one line for each feature. Pages are served if they were built. */
export async function createApp(
  app: FastifyInstance,
  deps: Deps,
  pages?: PageSource,
): Promise<FastifyInstance> {
  acceptOnlyJson(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializeByContract);
  app.decorateRequest('viewer', null);
  app.decorateRequest('lang', 'en');
  app.decorateRequest('counted', null);
  handleErrors(app);
  handleNotFound(app);
  securityHeaders(app, deps);
  closeAfterAnswers(app, deps.shutdown);
  await app.register(cookie);
  await admitRequests(app, deps);
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 2048, global: true });
  await openApi(app, deps);

  firstReadRoutes(app, deps);
  metricsRoutes(app, deps, wantedTasks([...clinic.tasks, ...clinic.longTasks.flat()], deps.config));
  healthRoutes(app, deps);
  accountsRoutes(app, deps);
  sessionsRoutes(app, deps);
  passwordsRoutes(app, deps);
  twoStepRoutes(app, deps);
  codesRoutes(app, deps);
  socialLoginRoutes(app, deps);
  usersRoutes(app, deps);
  serviceRoutes(app, deps);
  locationRoutes(app, deps);
  scheduleRoutes(app, deps);
  appointmentRoutes(app, deps);
  seriesRoutes(app, deps);
  noShowRoutes(app, deps);
  noticeRoutes(app, deps);
  callRoutes(app, deps);
  offerRoutes(app, deps);
  disruptionRoutes(app, deps);
  arrivalRoutes(app, deps);
  calendarRoutes(app, deps);
  screenRoutes(app, deps);
  patientRoutes(app, deps);
  familyRoutes(app, deps);
  noteRoutes(app, deps);
  privacyRoutes(app, deps);
  movingRoutes(app, deps);
  backupRoutes(app, deps);
  ownDataRoutes(app, deps);
  mergeRoutes(app, deps);
  retentionRoutes(app, deps);
  homepageRoutes(app, deps);
  settingsRoutes(app, deps);
  guideRoutes(app, deps);
  uploadRoutes(app, deps);
  contactMessageRoutes(app, deps);
  notificationRoutes(app, deps);
  staffRoutes(app, deps);
  doctorRoutes(app, deps);
  logIntakeRoutes(app, deps);
  logRoutes(app, deps);
  logFileRoutes(app, deps);
  linkRoutes(app, deps);
  importRoutes(app, deps);
  webhookRoutes(app, deps);
  apiKeyRoutes(app, deps);
  await fhirRoutes(app, deps);
  insightsRoutes(app, deps);
  waitingRoutes(app, deps);
  liveStream(app, deps);
  timesStream(app, deps);

  if (pages) await servePages(app, deps, pages, () => clinic.content(deps));
  return app;
}
