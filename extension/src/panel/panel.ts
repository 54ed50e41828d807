document.querySelector('main')?.append('Foldmark');
