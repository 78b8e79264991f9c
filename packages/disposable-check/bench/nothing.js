// What importing costs when there is nothing to import.
export default () => true
