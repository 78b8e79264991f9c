import type { DragEvent } from "react"

/** Returns the props with which an element takes files that are dropped on it. */
export const dropsFiles = (onFiles: (files: FileList) => void) => ({
  onDragOver: (event: DragEvent) => event.preventDefault(),
  onDrop: (event: DragEvent) => {
    event.preventDefault()
    onFiles(event.dataTransfer.files)
  }
})
