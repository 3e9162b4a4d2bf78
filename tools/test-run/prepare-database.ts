// Creates the database with which clinics of browser tests start, unless it exists, and prints its path.
import { preparedCluster } from './prepared-cluster.ts';

process.stdout.write(await preparedCluster());
