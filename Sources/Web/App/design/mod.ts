/** The components that every area is made of; `README.md` lists them. */

export { announce } from "./announce.ts";
export { Badge, Banner, EmptyState, Skeleton } from "./Feedback.tsx";
export { Button, type ButtonKind, IconButton } from "./Button.tsx";
export { Checkbox, type Choice, SegmentedControl, Switch } from "./Choices.tsx";
export { Dialog } from "./Dialog.tsx";
export { FormDialog } from "./FormDialog.tsx";
export { Icon } from "./Icon.tsx";
export { ListRow } from "./ListRow.tsx";
export { useIsDesktop, useIsPhone, useMedia } from "./media.ts";
export { Menu, type MenuItem, MenuList } from "./Menu.tsx";
export { Pane } from "./Pane.tsx";
export { moveInToolbar } from "./toolbarKeys.ts";
export { TextArea, TextField } from "./TextField.tsx";
