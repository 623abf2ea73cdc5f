"""Pictures of reports: charts and maps as SVG."""
