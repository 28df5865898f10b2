<?php
/**
 * The screen "Redirects": add, change, delete and search. It also lists the redirects that renamed items have.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/** A capability that editors have and authors do not. */
const REDIRECTS_CAPABILITY = 'edit_others_pages';
const REDIRECTS_PAGE       = 'site-companion-redirects';
const REDIRECT_NONCE       = 'site_companion_redirect';

add_action( 'admin_menu', __NAMESPACE__ . '\add_redirects_page' );

function add_redirects_page(): void {
	if ( has_redirection_plugin() ) {
		return;
	}
	$hook = add_menu_page(
		__( 'Redirects', 'site-companion' ),
		__( 'Redirects', 'site-companion' ),
		REDIRECTS_CAPABILITY,
		REDIRECTS_PAGE,
		__NAMESPACE__ . '\show_redirects_screen',
		'dashicons-randomize',
		24
	);
	add_action( "load-$hook", __NAMESPACE__ . '\handle_redirects_request' );
}

/** @param array<string, string> $parameters */
function redirects_url( array $parameters = array() ): string {
	return add_query_arg( array_map( 'rawurlencode', $parameters ), admin_url( 'admin.php?page=' . REDIRECTS_PAGE ) );
}

/** @return array<int, string> Labels by status code. */
function redirect_kinds(): array {
	return array(
		301 => __( '301 – moved for good', 'site-companion' ),
		302 => __( '302 – moved for now', 'site-companion' ),
	);
}

/**
 * Returns the result of the current request, which the screen shows, after replacing it with `$set` if that is given.
 *
 * @param array{input?: array<string, string>, errors?: list<string>}|null $set
 * @return array{input?: array<string, string>, errors?: list<string>}
 */
function redirects_result( ?array $set = null ): array {
	static $result = array();
	$result        = $set ?? $result;

	return $result;
}

/** An automatic redirect with a note that says where it comes from. */
function with_automatic_note( array $redirect ): array {
	/* translators: %s: title of a page. */
	return array( 'note' => sprintf( __( 'Automatic: the address of “%s” was changed.', 'site-companion' ), plain_text( get_the_title( $redirect['id'] ) ) ) ) + $redirect;
}

/** Performs the requested action before the screen is shown. */
function handle_redirects_request(): void {
	if ( ! current_user_can( REDIRECTS_CAPABILITY ) ) {
		return;
	}
	// phpcs:disable WordPress.Security.NonceVerification -- each of these checks its nonce.
	$action = sanitize_key( wp_unslash( $_REQUEST['redirect_action'] ?? '' ) );
	$bulk   = in_array( 'delete', array( $_REQUEST['action'] ?? '', $_REQUEST['action2'] ?? '' ), true );
	// phpcs:enable
	match ( true ) {
		'save' === $action => save_redirect(),
		$bulk              => delete_redirects(),
		default            => null,
	};
}

/** Returns to the screen with a message. */
function return_to_redirects( string $message, int $count = 1 ): never {
	wp_safe_redirect(
		redirects_url(
			array(
				'message' => $message,
				'count'   => (string) $count,
			)
		)
	);
	exit;
}

function save_redirect(): void {
	check_admin_referer( REDIRECT_NONCE );
	$input = array();
	foreach ( array( 'from', 'to', 'status', 'note', 'replaces' ) as $name ) {
		$input[ $name ] = sanitize_text_field( wp_unslash( $_POST[ $name ] ?? '' ) );
	}
	// `sanitize_text_field` removes percent-encoded characters, which addresses may have.
	foreach ( array( 'from', 'to', 'replaces' ) as $name ) {
		$input[ $name ] = trim( wp_check_invalid_utf8( (string) wp_unslash( $_POST[ $name ] ?? '' ) ) ); // phpcs:ignore WordPress.Security.ValidatedSanitizedInput
	}
	$all     = stored_redirects();
	$others  = array_diff_key( $all, array( $input['replaces'] => true ) );
	$checked = check_redirect( $input, $others );
	if ( isset( $others[ $checked['from'] ] ) ) {
		/* translators: 1: path, 2: address. */
		$checked['errors'][] = sprintf( __( '%1$s is redirected to %2$s already. Change that redirect instead.', 'site-companion' ), $checked['from'], $others[ $checked['from'] ]['to'] );
	}
	if ( count( $others ) >= MAX_REDIRECTS ) {
		/* translators: %s: number. */
		$checked['errors'][] = sprintf( __( 'There are %s redirects, which is the maximum. Delete some that are no longer used.', 'site-companion' ), number_format_i18n( MAX_REDIRECTS ) );
	}
	if ( array() !== $checked['errors'] ) {
		redirects_result(
			array(
				'input'  => $input,
				'errors' => $checked['errors'],
			)
		);
		return;
	}
	store_redirects( array( $checked['from'] => $checked['redirect'] ) + $others );
	return_to_redirects( 'saved' );
}

function delete_redirects(): void {
	check_admin_referer( 'bulk-redirects' );
	$selected = is_array( $_REQUEST['redirects'] ?? null ) ? wp_unslash( $_REQUEST['redirects'] ) : array(); // phpcs:ignore WordPress.Security.ValidatedSanitizedInput
	$all      = stored_redirects();
	$selected = array_flip( array_filter( $selected, 'is_string' ) );
	$kept     = array_diff_key( $all, $selected );
	store_redirects( $kept );
	$automatic = array_intersect_key( array_diff_key( old_slug_redirects(), $all ), $selected );
	foreach ( $automatic as $redirect ) {
		delete_post_meta( $redirect['id'], OLD_SLUG_META, $redirect['old_slug'] );
	}
	return_to_redirects( 'deleted', count( $all ) - count( $kept ) + count( $automatic ) );
}

function show_redirects_screen(): void {
	$result = redirects_result();
	?>
	<div class="wrap nosubsub">
		<h1 class="wp-heading-inline"><?php esc_html_e( 'Redirects', 'site-companion' ); ?></h1>
		<hr class="wp-header-end" />
		<?php
		show_redirects_notices( $result['errors'] ?? array() );
		show_redirects( $result['input'] ?? null );
		?>
	</div>
	<?php
}

/** @param list<string> $errors */
function show_redirects_notices( array $errors ): void {
	foreach ( $errors as $error ) {
		wp_admin_notice( esc_html( $error ), array( 'type' => 'error' ) );
	}
	// phpcs:disable WordPress.Security.NonceVerification -- only selects a message.
	$count   = absint( $_GET['count'] ?? 1 );
	$message = array() === $errors ? sanitize_key( wp_unslash( $_GET['message'] ?? '' ) ) : '';
	// phpcs:enable
	$messages = array(
		'saved'   => __( 'Saved. The redirect works on the site now.', 'site-companion' ),
		/* translators: %s: number of redirects. */
		'deleted' => sprintf( _n( '%s redirect deleted.', '%s redirects deleted.', $count, 'site-companion' ), number_format_i18n( $count ) ),
	);
	if ( isset( $messages[ $message ] ) ) {
		wp_admin_notice(
			esc_html( $messages[ $message ] ),
			array(
				'type'        => 'success',
				'dismissible' => true,
			)
		);
	}
}

/** @param array<string, string>|null $input What was typed and could not be saved. */
function show_redirects( ?array $input ): void {
	// Loaded only here, because the class needs the list tables of wp-admin.
	require_once __DIR__ . '/redirects-table.php';
	$table = new Redirects_Table();
	$table->prepare_items();
	?>
	<form method="get" class="search-form wp-clearfix">
		<input type="hidden" name="page" value="<?php echo esc_attr( REDIRECTS_PAGE ); ?>" />
		<?php $table->search_box( __( 'Search redirects', 'site-companion' ), 'redirect' ); ?>
	</form>
	<div id="col-container" class="wp-clearfix">
		<div id="col-left"><div class="col-wrap">
			<?php show_redirect_form( $input ); ?>
		</div></div>
		<div id="col-right"><div class="col-wrap">
			<form method="post" action="<?php echo esc_url( redirects_url() ); ?>">
				<?php $table->display(); ?>
			</form>
			<p class="description">
				<?php esc_html_e( 'When you change the slug of a published page, article or event, its old address redirects by itself. Delete such a redirect if the old address should be “page not found”.', 'site-companion' ); ?>
			</p>
		</div></div>
	</div>
	<?php
}

/** @param array<string, string>|null $input */
function show_redirect_form( ?array $input ): void {
	$edited = wp_unslash( $_GET['edit'] ?? '' ); // phpcs:ignore WordPress.Security
	$stored = is_string( $edited ) ? ( stored_redirects()[ $edited ] ?? null ) : null;
	$values = $input ?? ( null === $stored ? array() : $stored + array(
		'from'     => $edited,
		'replaces' => $edited,
	) );
	$value  = static fn( string $name ): string => (string) ( $values[ $name ] ?? '' );
	$is_new = '' === $value( 'replaces' );
	?>
	<div class="form-wrap">
		<h2><?php echo esc_html( $is_new ? __( 'Add a redirect', 'site-companion' ) : __( 'Change the redirect', 'site-companion' ) ); ?></h2>
		<form method="post" action="<?php echo esc_url( redirects_url() ); ?>">
			<?php wp_nonce_field( REDIRECT_NONCE ); ?>
			<input type="hidden" name="redirect_action" value="save" />
			<input type="hidden" name="replaces" value="<?php echo esc_attr( $value( 'replaces' ) ); ?>" />
			<div class="form-field form-required">
				<label for="redirect-from"><?php esc_html_e( 'Old address', 'site-companion' ); ?></label>
				<input type="text" id="redirect-from" name="from" value="<?php echo esc_attr( $value( 'from' ) ); ?>" placeholder="/old-page" required aria-describedby="redirect-from-help" />
				<p id="redirect-from-help"><?php esc_html_e( 'The part after the name of the site, such as /old-page. You can also paste the whole address.', 'site-companion' ); ?></p>
			</div>
			<div class="form-field form-required">
				<label for="redirect-to"><?php esc_html_e( 'New address', 'site-companion' ); ?></label>
				<input type="text" id="redirect-to" name="to" value="<?php echo esc_attr( $value( 'to' ) ); ?>" placeholder="/new-page" required aria-describedby="redirect-to-help" />
				<p id="redirect-to-help"><?php esc_html_e( 'A page of this site, such as /new-page, or the whole address of another website with https://.', 'site-companion' ); ?></p>
			</div>
			<div class="form-field">
				<label for="redirect-status"><?php esc_html_e( 'Kind', 'site-companion' ); ?></label>
				<select id="redirect-status" name="status" aria-describedby="redirect-status-help">
					<?php foreach ( redirect_kinds() as $code => $label ) : ?>
						<option value="<?php echo esc_attr( (string) $code ); ?>" <?php selected( (string) $code, $value( 'status' ) ); ?>><?php echo esc_html( $label ); ?></option>
					<?php endforeach; ?>
				</select>
				<p id="redirect-status-help"><?php esc_html_e( 'Search engines replace the old address only with 301.', 'site-companion' ); ?></p>
			</div>
			<div class="form-field">
				<label for="redirect-note"><?php esc_html_e( 'Note (for editors only)', 'site-companion' ); ?></label>
				<input type="text" id="redirect-note" name="note" maxlength="200" value="<?php echo esc_attr( $value( 'note' ) ); ?>" />
			</div>
			<p class="submit">
				<?php submit_button( $is_new ? __( 'Add redirect', 'site-companion' ) : __( 'Save redirect', 'site-companion' ), 'primary', 'submit', false ); ?>
				<?php if ( ! $is_new ) : ?>
					<a class="button" href="<?php echo esc_url( redirects_url() ); ?>"><?php esc_html_e( 'Cancel', 'site-companion' ); ?></a>
				<?php endif; ?>
			</p>
		</form>
	</div>
	<?php
}
