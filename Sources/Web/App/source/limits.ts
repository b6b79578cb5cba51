/** How much a person can write into a field: the limits of the service, which refuses more in words. */

/** Characters of the name of a person, a folder, a tag, a list, a board or a workspace, and of the title of a note (`Name`). */
export const nameLengthMax = 255;

/** Characters of an email address (`Email`). */
export const emailLengthMax = 254;
