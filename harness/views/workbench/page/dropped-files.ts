/** Files that are dropped on the page. */

/** @param open gets the files that are dropped anywhere */
export function listenToFiles(open: (files: readonly File[]) => void): void {
  document.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  document.addEventListener('drop', (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    open(files);
  });
}
