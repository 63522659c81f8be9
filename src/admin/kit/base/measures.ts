/** CSS pixels. */
export const TOP_BAR_HEIGHT = 56;
export const SIDE_RAIL_WIDTH = 56;
export const SIDE_MENU_ID = 'side-menu';
/** Class of a page's part that names its record, which the title above then need not. */
export const RECORD_HEAD = 'record-head';
/** Attribute of the row or card of the record that one comes back from. */
export const LAST_OPENED = 'data-last-opened';
