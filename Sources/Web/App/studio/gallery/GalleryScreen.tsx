import { useMemo, useState } from "react";
import { Button, EmptyState, Skeleton, TextField } from "../../design/mod.ts";
import { ScreenHead } from "../../inbox/ScreenHead.tsx";
import { Trouble } from "../../inbox/Trouble.tsx";
import { usePlace } from "../../shell/place.ts";
import { navigate } from "../../shell/router.ts";
import type { ArtworkLine } from "../../source/api.ts";
import { useWhole } from "../../source/views/whole.ts";
import { useAdding } from "../capture/adding.tsx";
import { UploadList } from "../capture/UploadList.tsx";
import { categoryName, counted } from "../words.ts";
import { FilterBar } from "./FilterBar.tsx";
import { filterOf, queryOf } from "./filters.ts";
import { SelectionBar } from "./SelectionBar.tsx";
import { useSelection } from "./useSelection.ts";
import { WorkGrid } from "./WorkGrid.tsx";

/** All works side by side, the newest first. Requirements J-406 to J-410. */
export function GalleryScreen({ query, canEdit, onStory }: {
  readonly query: URLSearchParams;
  readonly canEdit: boolean;
  readonly onStory: (works: readonly ArtworkLine[]) => void;
}) {
  const filter = filterOf(query);
  const { items, problem, isWhole } = useWhole("showGallery", filter);
  const [words, setWords] = useState("");
  const selection = useSelection();
  const { choose } = useAdding();
  const to = usePlace();
  const found = useMemo(() => matching(items ?? [], words), [items, words]);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="screen studio-screen studio-wide">
      <ScreenHead
        title="Gallery"
        detail={items && (isWhole ? counted(found.length, "work") : `Loading… ${counted(found.length, "work")}`)}
      >
        {canEdit && <Button kind="primary" icon="cloud-upload" onClick={() => choose()}>Add pictures</Button>}
      </ScreenHead>
      <FilterBar
        filter={filter}
        onChange={(next) => navigate(to("studio", "gallery") + queryOf(next), { replace: true })}
      >
        <TextField
          label="Find in the gallery"
          isLabelHidden
          type="search"
          placeholder="Title, child, tag or kind"
          value={words}
          onChange={setWords}
        />
      </FilterBar>
      <Trouble problem={problem} />
      {canEdit && <UploadList />}
      {!items && !problem && <Skeleton lines={6} label="Loading the gallery" />}
      {items && found.length === 0 && (
        isFiltered || words
          ? <EmptyState icon="funnel" title="No work matches">Change or clear the filter to see others.</EmptyState>
          : <EmptyState icon="images" title="No works yet">What you add is here, the newest first.</EmptyState>
      )}
      {found.length > 0 && <WorkGrid works={found} selection={selection} label="Works" />}
      {canEdit && <SelectionBar selection={selection} works={items ?? []} onStory={onStory} />}
    </div>
  );
}

/** Works in which every word stands somewhere. Requirement J-407. */
function matching(works: readonly ArtworkLine[], words: string): readonly ArtworkLine[] {
  const parts = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return works;
  return works.filter((work) => {
    const text = [work.title, work.childName, work.medium ?? "", categoryName(work.category), ...work.tags].join(" ")
      .toLocaleLowerCase();
    return parts.every((part) => text.includes(part));
  });
}
