// Makes the database that clinics of journeys begin with, unless it is there, and prints its path.
import { preparedCluster } from './prepared-cluster.ts';

process.stdout.write(await preparedCluster());
