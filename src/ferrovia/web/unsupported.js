/* A plain script that every browser can read: where modules are unknown, or nothing was drawn, a sentence instead of a
   blank page. */
(function () {
  function tell() {
    if (document.getElementById('app').firstChild === null) document.getElementById('unsupported').hidden = false;
  }
  if (!('noModule' in document.createElement('script'))) tell();
  window.addEventListener('load', function () {
    setTimeout(tell, 8000);
  });
})();
