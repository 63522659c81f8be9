import { everyPage } from '../../scripts/everyPage.ts';
import { checkRoutes } from './everyRoute.ts';

/** What `everyRouteEven` leaves. */
checkRoutes(everyPage().filter((_, at) => at % 2 === 1));
