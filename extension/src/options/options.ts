document.querySelector('main')?.append('Foldmark settings');
