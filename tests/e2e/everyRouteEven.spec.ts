import { everyPage } from '../../scripts/everyPage.ts';
import { checkRoutes } from './everyRoute.ts';

/** Every other line of the page table; `everyRouteOdd` has the rest. A new page is covered by its line there. */
checkRoutes(everyPage().filter((_, at) => at % 2 === 0));
