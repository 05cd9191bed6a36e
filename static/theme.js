// Sets the chosen theme before the first paint, so that the page does not flash in the other one.
try {
  const theme = localStorage.getItem("stepguard.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is forbidden: the system's theme it is.
}
