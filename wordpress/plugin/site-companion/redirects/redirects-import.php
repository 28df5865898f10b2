<?php
/**
 * Import of redirects from a CSV file, with a preview of what would change, and export.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

const MAX_IMPORT_BYTES = 1_048_576;
const MAX_IMPORT_ROWS  = 2000;

/** The columns of a file, each with the headings that are recognized, such as those of other tools. */
const IMPORT_COLUMNS = array(
	'from'   => array( 'from', 'source', 'source url', 'old', 'old address', 'old url', 'url' ),
	'to'     => array( 'to', 'target', 'target url', 'destination', 'new', 'new address', 'new url' ),
	'status' => array( 'status', 'code', 'http code', 'kind', 'type' ),
	'note'   => array( 'note', 'comment', 'title' ),
);

/** The name of the transient that stores the rows of the user's uploaded file until they are imported. */
function import_transient(): string {
	return 'site_companion_redirects_' . get_current_user_id();
}

function show_import_form(): void {
	?>
	<div class="form-wrap">
		<h2><?php esc_html_e( 'Import and export', 'site-companion' ); ?></h2>
		<form method="post" enctype="multipart/form-data" action="<?php echo esc_url( redirects_url() ); ?>">
			<?php wp_nonce_field( REDIRECT_NONCE ); ?>
			<input type="hidden" name="redirect_action" value="preview" />
			<div class="form-field">
				<label for="redirect-file"><?php esc_html_e( 'CSV file', 'site-companion' ); ?></label>
				<input type="file" id="redirect-file" name="file" accept=".csv,.tsv,.txt,text/csv" required aria-describedby="redirect-file-help" />
				<p id="redirect-file-help"><?php esc_html_e( 'One redirect in each line: old address, new address, 301 or 302 (may be missing), note (may be missing). Nothing is saved until you have seen what would change.', 'site-companion' ); ?></p>
			</div>
			<p class="submit">
				<?php submit_button( __( 'Check the file', 'site-companion' ), 'secondary', 'submit', false ); ?>
				<a class="button" href="<?php echo esc_url( wp_nonce_url( redirects_url( array( 'redirect_action' => 'export' ) ), REDIRECT_NONCE ) ); ?>"><?php esc_html_e( 'Export all', 'site-companion' ); ?></a>
			</p>
		</form>
	</div>
	<?php
}

function preview_import(): void {
	check_admin_referer( REDIRECT_NONCE );
	$text = read_uploaded_text();
	$rows = is_string( $text ) ? parse_redirects( $text ) : array();
	if ( null === $text ) {
		redirects_result( array( 'errors' => array( __( 'The file could not be read. It must be a text file (CSV) of at most 1 MB.', 'site-companion' ) ) ) );
		return;
	}
	if ( array() === $rows ) {
		redirects_result( array( 'errors' => array( __( 'There is no redirect in this file. Each line needs an old and a new address, with a comma between them.', 'site-companion' ) ) ) );
		return;
	}
	if ( count( $rows ) > MAX_IMPORT_ROWS ) {
		/* translators: %s: number of lines. */
		redirects_result( array( 'errors' => array( sprintf( __( 'The file has more than %s lines. Split it into several files.', 'site-companion' ), number_format_i18n( MAX_IMPORT_ROWS ) ) ) ) );
		return;
	}
	set_transient( import_transient(), $rows, HOUR_IN_SECONDS );
	redirects_result( array( 'import' => check_import( $rows ) ) );
}

function read_uploaded_text(): ?string {
	$file = $_FILES['file'] ?? null; // phpcs:ignore WordPress.Security
	if ( ! is_array( $file ) || UPLOAD_ERR_OK !== ( $file['error'] ?? null ) || $file['size'] > MAX_IMPORT_BYTES || ! is_uploaded_file( $file['tmp_name'] ) ) {
		return null;
	}
	$text = (string) file_get_contents( $file['tmp_name'] ); // phpcs:ignore WordPress.WP.AlternativeFunctions
	if ( str_contains( $text, "\0" ) ) {
		return null;
	}
	$text = str_starts_with( $text, "\xEF\xBB\xBF" ) ? substr( $text, 3 ) : $text;

	// Excel writes CSV files in Windows-1252 by default.
	return mb_check_encoding( $text, 'UTF-8' ) ? $text : (string) mb_convert_encoding( $text, 'UTF-8', 'Windows-1252' );
}

/**
 * The rows of a CSV text with a comma, semicolon or tab between the columns.
 *
 * @return list<array{line: int, from: string, to: string, status: string, note: string}>
 */
function parse_redirects( string $text ): array {
	$first     = strtok( $text, "\r\n" );
	$counts    = array_map( static fn( string $delimiter ): int => substr_count( (string) $first, $delimiter ), array( ',' => ',', ';' => ';', "\t" => "\t" ) ); // phpcs:ignore WordPress.Arrays.ArrayDeclarationSpacing
	$delimiter = (string) array_search( max( $counts ), $counts, true );
	$stream    = fopen( 'php://temp', 'r+' ); // phpcs:ignore WordPress.WP.AlternativeFunctions
	fwrite( $stream, str_replace( array( "\r\n", "\r" ), "\n", $text ) ); // phpcs:ignore WordPress.WP.AlternativeFunctions
	rewind( $stream );
	$columns = array_keys( IMPORT_COLUMNS );
	$rows    = array();
	$line    = 0;
	while ( false !== ( $cells = fgetcsv( $stream, null, $delimiter, '"', '' ) ) ) { // phpcs:ignore Generic.CodeAnalysis.AssignmentInCondition
		++$line;
		$cells = array_map( static fn( ?string $cell ): string => trim( (string) $cell ), $cells );
		if ( 1 === $line && ! preg_match( '#^(?:/|https?:)#i', $cells[0] ) ) {
			$named = columns_of_header( $cells );
			if ( null !== $named ) {
				$columns = $named;
				continue;
			}
		}
		if ( '' === implode( '', $cells ) ) {
			continue;
		}
		$row = array(
			'line'   => $line,
			'from'   => '',
			'to'     => '',
			'status' => '',
			'note'   => '',
		);
		foreach ( $columns as $index => $name ) {
			if ( null !== $name && isset( $cells[ $index ] ) ) {
				$row[ $name ] = $cells[ $index ];
			}
		}
		$rows[] = $row;
	}
	fclose( $stream ); // phpcs:ignore WordPress.WP.AlternativeFunctions

	return $rows;
}

/**
 * @param list<string> $cells
 * @return list<?string>|null The name of each column; null if this is not a line of headings.
 */
function columns_of_header( array $cells ): ?array {
	$names = array_map(
		static function ( string $cell ): ?string {
			foreach ( IMPORT_COLUMNS as $name => $aliases ) {
				if ( in_array( strtolower( $cell ), $aliases, true ) ) {
					return $name;
				}
			}
			return null;
		},
		$cells
	);

	return in_array( 'from', $names, true ) && in_array( 'to', $names, true ) ? $names : null;
}

/**
 * Checks each row against the stored redirects and the rows before it.
 *
 * @param list<array{line: int, from: string, to: string, status: string, note: string}> $rows
 * @return array{rows: list<array<string, mixed>>, redirects: array<string, mixed>, changed: int, mistakes: int}
 */
function check_import( array $rows ): array {
	$redirects = stored_redirects();
	$seen      = array();
	$results   = array();
	$changed   = 0;
	$mistakes  = 0;
	foreach ( $rows as $row ) {
		$checked = check_redirect( $row, $redirects );
		$from    = $checked['from'];
		$errors  = $checked['errors'];
		if ( array() === $errors && isset( $seen[ $from ] ) ) {
			/* translators: 1: path, 2: number of a line. */
			$errors[] = sprintf( __( '%1$s is in line %2$s already.', 'site-companion' ), $from, number_format_i18n( $seen[ $from ] ) );
		}
		if ( array() === $errors && ! isset( $redirects[ $from ] ) && count( $redirects ) >= MAX_REDIRECTS ) {
			/* translators: %s: number. */
			$errors[] = sprintf( __( 'You can have at most %s redirects.', 'site-companion' ), number_format_i18n( MAX_REDIRECTS ) );
		}
		$before = $redirects[ $from ] ?? null;
		$state  = match ( true ) {
			array() !== $errors             => 'mistake',
			null === $before                => 'new',
			$before === $checked['redirect'] => 'same',
			default                         => 'change',
		};
		if ( 'mistake' === $state ) {
			++$mistakes;
		} else {
			$seen[ $from ]      = $row['line'];
			$redirects[ $from ] = $checked['redirect'];
			$changed           += 'same' === $state ? 0 : 1;
		}
		$results[] = array(
			'line'    => $row['line'],
			'from'    => $from,
			'to'      => $checked['redirect']['to'],
			'status'  => $checked['redirect']['status'],
			'state'   => $state,
			'before'  => $before['to'] ?? '',
			'remarks' => array() === $errors ? $checked['warnings'] : $errors,
		);
	}

	return array(
		'rows'      => $results,
		'redirects' => $redirects,
		'changed'   => $changed,
		'mistakes'  => $mistakes,
	);
}

/** @param array{rows: list<array<string, mixed>>, changed: int, mistakes: int} $import */
function show_import_preview( array $import ): void {
	$labels = array(
		'new'     => __( 'New', 'site-companion' ),
		'change'  => __( 'Changes', 'site-companion' ),
		'same'    => __( 'No change', 'site-companion' ),
		'mistake' => __( 'Mistake', 'site-companion' ),
	);
	// Mistakes first, so that they are seen in a long file.
	usort( $import['rows'], static fn( array $one, array $other ): int => array( 'mistake' !== $one['state'], $one['line'] ) <=> array( 'mistake' !== $other['state'], $other['line'] ) );
	?>
	<h2><?php esc_html_e( 'What the file would change', 'site-companion' ); ?></h2>
	<?php
	if ( $import['mistakes'] > 0 ) {
		wp_admin_notice(
			/* translators: %s: number of lines. */
			esc_html( sprintf( _n( '%s line has a mistake and is left out. You can correct the file and check it again.', '%s lines have mistakes and are left out. You can correct the file and check it again.', $import['mistakes'], 'site-companion' ), number_format_i18n( $import['mistakes'] ) ) ),
			array(
				'type'               => 'error',
				'additional_classes' => array( 'inline' ),
			)
		);
	}
	?>
	<table class="widefat striped">
		<thead><tr>
			<th scope="col"><?php esc_html_e( 'Line', 'site-companion' ); ?></th>
			<th scope="col"><?php esc_html_e( 'Result', 'site-companion' ); ?></th>
			<th scope="col"><?php esc_html_e( 'Old address', 'site-companion' ); ?></th>
			<th scope="col"><?php esc_html_e( 'New address', 'site-companion' ); ?></th>
			<th scope="col"><?php esc_html_e( 'Remarks', 'site-companion' ); ?></th>
		</tr></thead>
		<tbody>
			<?php foreach ( $import['rows'] as $row ) : ?>
				<tr>
					<td><?php echo esc_html( number_format_i18n( $row['line'] ) ); ?></td>
					<td><strong><?php echo esc_html( $labels[ $row['state'] ] ); ?></strong></td>
					<td><?php echo esc_html( $row['from'] ); ?></td>
					<td>
						<?php
						echo esc_html( $row['to'] );
						if ( 'change' === $row['state'] ) {
							/* translators: %s: address. */
							echo '<br /><span class="description">' . esc_html( sprintf( __( 'before: %s', 'site-companion' ), $row['before'] ) ) . '</span>';
						}
						?>
					</td>
					<td><?php echo wp_kses( implode( '<br />', array_map( 'esc_html', $row['remarks'] ) ), array( 'br' => array() ) ); ?></td>
				</tr>
			<?php endforeach; ?>
		</tbody>
	</table>
	<form method="post" action="<?php echo esc_url( redirects_url() ); ?>">
		<?php wp_nonce_field( REDIRECT_NONCE ); ?>
		<input type="hidden" name="redirect_action" value="import" />
		<p class="submit">
			<?php
			if ( $import['changed'] > 0 ) {
				/* translators: %s: number of redirects. */
				submit_button( sprintf( _n( 'Import %s redirect', 'Import %s redirects', $import['changed'], 'site-companion' ), number_format_i18n( $import['changed'] ) ), 'primary', 'submit', false );
			}
			?>
			<a class="button" href="<?php echo esc_url( redirects_url() ); ?>"><?php esc_html_e( 'Cancel', 'site-companion' ); ?></a>
		</p>
	</form>
	<?php
}

function import_redirects(): never {
	check_admin_referer( REDIRECT_NONCE );
	$rows = get_transient( import_transient() );
	if ( ! is_array( $rows ) ) {
		return_to_redirects( 'stale' );
	}
	// Checked again, because another editor may have changed redirects in the meantime.
	$import = check_import( $rows );
	store_redirects( $import['redirects'] );
	delete_transient( import_transient() );
	return_to_redirects( 'imported', $import['changed'] );
}

function export_redirects(): never {
	check_admin_referer( REDIRECT_NONCE );
	nocache_headers();
	header( 'Content-Type: text/csv; charset=utf-8' );
	header( 'Content-Disposition: attachment; filename="redirects.csv"' );
	$out = fopen( 'php://output', 'w' ); // phpcs:ignore WordPress.WP.AlternativeFunctions
	fputcsv( $out, array_keys( IMPORT_COLUMNS ), ',', '"', '' ); // phpcs:ignore WordPress.WP.AlternativeFunctions
	foreach ( stored_redirects() as $from => $redirect ) {
		fputcsv( $out, array( $from, $redirect['to'], $redirect['status'], $redirect['note'] ), ',', '"', '' ); // phpcs:ignore WordPress.WP.AlternativeFunctions
	}
	exit;
}
