import type { DragEvent } from "react"

/** What makes an element take files that are dropped on it. */
export const dropsFiles = (onFiles: (files: FileList) => void) => ({
  onDragOver: (event: DragEvent) => event.preventDefault(),
  onDrop: (event: DragEvent) => {
    event.preventDefault()
    onFiles(event.dataTransfer.files)
  }
})
