// Makes the database that clinics of journeys begin on, unless it is there, and says where it lies.
import { preparedFolder } from '#server/testing/databases/embedded-test-database.ts';

process.stdout.write(await preparedFolder());
