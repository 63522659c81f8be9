/** CSS pixels. */
export const TOP_BAR_HEIGHT = 56;
export const SIDE_RAIL_WIDTH = 56;
export const SIDE_MENU_ID = 'side-menu';
