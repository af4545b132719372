// Sets the kept theme before the first paint; src/app/theme.svelte.ts owns the choice.
try {
  const theme = JSON.parse(localStorage.getItem('luce.theme'));
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused: the system's theme stands.
}
