import type { Edit } from "./Edit.ts"

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === ""

/**
 * Shifts pure insertions and deletions along equal lines to where a person would expect them: after a blank line if
 * possible, otherwise as far down as possible. Joins edits that become adjacent.
 */
export const slideEdits = (
  edits: ReadonlyArray<Edit>,
  old: ReadonlyArray<string>,
  current: ReadonlyArray<string>
): Array<Edit> => {
  const out: Array<Edit> = []
  for (let index = edits.length - 1; index >= 0; index--) {
    const edit = edits[index]
    if (edit === undefined) continue
    const moved = slide(edit, old, current, out.at(-1) ?? null, edits[index - 1] ?? null)
    const next = out.at(-1)
    if (next !== undefined && moved.oldEnd === next.oldStart && moved.newEnd === next.newStart) {
      out[out.length - 1] = {
        oldStart: moved.oldStart,
        oldEnd: next.oldEnd,
        newStart: moved.newStart,
        newEnd: next.newEnd
      }
    } else {
      out.push(moved)
    }
  }
  return out.toReversed()
}

const slide = (
  edit: Edit,
  old: ReadonlyArray<string>,
  current: ReadonlyArray<string>,
  next: Edit | null,
  before: Edit | null
): Edit => {
  const isInsert = edit.oldStart === edit.oldEnd
  const isDelete = edit.newStart === edit.newEnd
  if (isInsert === isDelete) return edit
  const lines = isInsert ? current : old
  const start = isInsert ? edit.newStart : edit.oldStart
  const end = isInsert ? edit.newEnd : edit.oldEnd
  const ceiling = next === null ? lines.length : isInsert ? next.newStart : next.oldStart
  const floor = before === null ? 0 : isInsert ? before.newEnd : before.oldEnd
  let down = 0
  while (end + down < ceiling && lines[start + down] === lines[end + down]) down++
  let up = 0
  // One equal line stays before the edit, so that it remains separate from the previous edit.
  while (start - up - 1 >= floor + (before === null ? 0 : 1) && lines[start - up - 1] === lines[end - up - 1]) up++
  let shift = down
  for (let by = down; by >= -up; by--) {
    if (isBlank(lines[start + by - 1]) && !isBlank(lines[start + by])) {
      shift = by
      break
    }
  }
  return {
    oldStart: edit.oldStart + shift,
    oldEnd: edit.oldEnd + shift,
    newStart: edit.newStart + shift,
    newEnd: edit.newEnd + shift
  }
}
