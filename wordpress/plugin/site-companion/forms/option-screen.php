<?php
/**
 * The common parts of the screens "Home page" and "FAQ page": saving, the warning if somebody else has saved in the meantime, and the
 * list of earlier versions.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/** A capability that editors have and authors do not. */
const OPTIONS_CAPABILITY = 'edit_others_pages';

/** How many earlier versions of a page are kept. */
const KEPT_VERSIONS = 30;

add_action( 'admin_menu', __NAMESPACE__ . '\add_option_screens' );
foreach ( array( HOMEPAGE_OPTION, FAQPAGE_OPTION ) as $option ) {
	add_action( "update_option_$option", __NAMESPACE__ . '\keep_version', 10, 3 );
	add_action( "add_option_$option", static fn( string $name, mixed $value ) => keep_version( null, $value, $name ), 10, 2 );
}

/** @return array<string, array{title: string, option: string, acf_field: string, icon: string}> by the name of the form. */
function option_screens(): array {
	return array(
		'homepage' => array(
			'title'     => __( 'Home page', 'site-companion' ),
			'option'    => HOMEPAGE_OPTION,
			'acf_field' => 'testimonials',
			'icon'      => 'dashicons-admin-home',
		),
		'faqpage'  => array(
			'title'     => __( 'FAQ page', 'site-companion' ),
			'option'    => FAQPAGE_OPTION,
			'acf_field' => 'faq',
			'icon'      => 'dashicons-text-page',
		),
	);
}

function add_option_screens(): void {
	$position = 21;
	foreach ( option_screens() as $form => $screen ) {
		$hook = add_menu_page(
			$screen['title'],
			$screen['title'],
			OPTIONS_CAPABILITY,
			"site-companion-$form",
			static fn() => show_option_screen( $form ),
			$screen['icon'],
			$position++
		);
		add_action( "load-$hook", static fn() => handle_option_screen( $form ) );
	}
}

/** Saves or previews the submitted form, or restores a version, before the page is rendered. Input that could not be saved is shown again. */
function handle_option_screen( string $form ): void {
	enqueue_form();
	if ( 'post' !== sanitize_key( wp_unslash( $_SERVER['REQUEST_METHOD'] ?? '' ) ) ) {
		return;
	}
	if ( ! current_user_can( OPTIONS_CAPABILITY ) ) {
		wp_die( esc_html__( 'You are not allowed to edit this page.', 'site-companion' ), '', array( 'response' => 403 ) );
	}
	check_admin_referer( "site_companion_$form" );

	$option = option_screens()[ $form ]['option'];
	$stored = saved_option( $option );
	if ( isset( $_POST['restore'] ) ) {
		restore_version( $form, sanitize_key( wp_unslash( $_POST['restore'] ) ) );
	}
	$fields = fields_of_form( $form );
	$values = without_empty_rows( $fields, submitted_fields( $fields, submitted_json() ?? array(), $stored ) );
	if ( isset( $_POST['preview'] ) ) {
		preview_unsaved_screen( $form, $values, submitted_seo( posted_seo() ?? stored_page_seo( $form ), stored_page_seo( $form ) ) );
	}
	$problems = validate_fields( $fields, $values );
	$version  = isset( $_POST['site_companion_version'] ) ? sanitize_key( wp_unslash( $_POST['site_companion_version'] ) ) : '';
	$theirs   = version_of( $stored ) === $version || $values === $stored ? null : $stored;
	if ( array() !== errors_in( $problems ) || null !== $theirs ) {
		unsaved_form( compact( 'values', 'problems', 'theirs' ) );
		return;
	}
	$seo = stored_page_seo( $form );
	save_submitted_page_seo( $form );
	save_values( $form, $values, $seo );
	wp_safe_redirect( admin_url( "admin.php?page=site-companion-$form&updated=1" ) );
	exit;
}

/**
 * Saves the values of a page. Call it after saving the texts for search engines, so that the new version contains both.
 *
 * @param array $seo_before The texts for search engines before this request.
 */
function save_values( string $form, array $values, array $seo_before ): void {
	$option = option_screens()[ $form ]['option'];
	// If the values are unchanged, WordPress does not call `keep_version`.
	if ( ! update_option( $option, $values ) && stored_page_seo( $form ) !== $seo_before ) {
		keep_version( $values, $values, $option );
	}
}

/**
 * Returns the submitted form that this request did not save, after replacing it with `$submitted` if that is given.
 *
 * @return array{values: array, problems: array, theirs: ?array}|null
 */
function unsaved_form( ?array $submitted = null ): ?array {
	static $form = null;
	$form        = $submitted ?? $form;

	return $form;
}

function saved_option( string $option ): array {
	$saved = get_option( $option );

	return is_array( $saved ) ? $saved : array();
}

/** A hash of the stored values, to detect that somebody else has saved in the meantime. */
function version_of( array $values ): string {
	return md5( (string) wp_json_encode( $values ) );
}

function show_option_screen( string $form ): void {
	$screen   = option_screens()[ $form ];
	$stored   = saved_option( $screen['option'] );
	$unsaved  = unsaved_form();
	$values   = $unsaved['values'] ?? $stored;
	$fields   = fields_of_form( $form );
	$problems = $unsaved['problems'] ?? validate_fields( $fields, $values );
	?>
	<div class="wrap site-companion-screen">
		<h1><?php echo esc_html( $screen['title'] ); ?></h1>
		<?php
		if ( null !== acf_options( $form, $screen['acf_field'] ) ) {
			wp_admin_notice( __( 'Advanced Custom Fields manages this page: edit it on its options page. What you see here is not used.', 'site-companion' ), array( 'type' => 'warning' ) );
		}
		if ( isset( $_GET['updated'] ) && null === $unsaved ) { // phpcs:ignore WordPress.Security.NonceVerification
			wp_admin_notice(
				esc_html__( 'Saved.', 'site-companion' ) . ' <a href="' . esc_url( address_on_site( 'homepage' === $form ? '/' : '/faq' ) ) . '">' . esc_html__( 'See it on the site', 'site-companion' ) . '</a>',
				array( 'type' => 'success' )
			);
		}
		show_problems_of_screen( $problems, null !== $unsaved );
		if ( null !== ( $unsaved['theirs'] ?? null ) ) {
			show_conflict( $form, $fields, $unsaved['theirs'], $values );
		}
		?>
		<form method="post" action="<?php echo esc_url( admin_url( "admin.php?page=site-companion-$form" ) ); ?>">
			<?php wp_nonce_field( "site_companion_$form" ); ?>
			<input type="hidden" name="site_companion_version" value="<?php echo esc_attr( version_of( $stored ) ); ?>" />
			<?php
			render_form( $form, array_map( static fn( array $field ): array => 'questions' === $field['type'] ? $field + array( 'choices' => question_choices() ) : $field, $fields ), $values, $problems );
			show_page_seo( $form );
			?>
			<div class="site-companion-save">
				<p class="submit">
					<?php submit_button( null === ( $unsaved['theirs'] ?? null ) ? __( 'Save changes', 'site-companion' ) : __( 'Save my version', 'site-companion' ), 'primary', 'submit', false ); ?>
					<button class="button" name="preview" value="1" formtarget="_blank" formnovalidate><?php esc_html_e( 'Preview', 'site-companion' ); ?></button>
				</p>
			</div>
		</form>
		<?php show_versions( $form, $fields, $stored ); ?>
	</div>
	<?php
}

function show_problems_of_screen( array $problems, bool $is_unsaved ): void {
	$errors   = errors_in( $problems );
	$warnings = array_filter( $problems, static fn( array $problem ): bool => ! $problem['is_error'] );
	if ( array() !== $errors ) {
		show_problems_notice(
			$is_unsaved
				? __( 'Not saved. The site keeps showing the page as it was. Correct this and save again:', 'site-companion' )
				: __( 'The site cannot show this:', 'site-companion' ),
			$errors,
			'error'
		);
	}
	if ( array() !== $warnings ) {
		show_problems_notice( __( 'The site will show this, but please look at:', 'site-companion' ), $warnings, 'warning' );
	}
}

/** Compares the version that somebody else has saved with the submitted one, which stays in the form. */
function show_conflict( string $form, array $fields, array $theirs, array $mine ): void {
	$latest = stored_versions( $form )[0] ?? null;
	$person = null === $latest ? __( 'Someone', 'site-companion' ) : person_of_version( $latest );
	wp_admin_notice(
		/* translators: %s: name of a user. */
		esc_html( sprintf( __( '%s has saved this page while you were editing it. Nothing is saved yet. Your version is in the form: copy what you want to keep from the other one, then save.', 'site-companion' ), $person ) )
			. ' <a href="' . esc_url( admin_url( "admin.php?page=site-companion-$form" ) ) . '">' . esc_html__( 'Discard my version', 'site-companion' ) . '</a>',
		array( 'type' => 'warning' )
	);
	?>
	<div class="site-companion-panel site-companion-both">
		<h2><?php esc_html_e( 'The two versions', 'site-companion' ); ?></h2>
		<?php echo comparison( $fields, $theirs, $mine, $person, __( 'You', 'site-companion' ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- escaped by comparison ?>
	</div>
	<?php
}

/** Stores the new state of a page as a version, with its time and user. Runs for every change of the option, not only on this screen. */
function keep_version( mixed $before, mixed $after, string $option ): void {
	$versions = get_option( "{$option}_versions", array() );
	$versions = is_array( $versions ) ? $versions : array();
	if ( array() === $versions && is_array( $before ) ) {
		// The state before the first stored version. Its time, user and texts for search engines are not known.
		$versions[] = stored_version( $before, 0, 0, null );
	}
	if ( is_array( $after ) ) {
		$form = HOMEPAGE_OPTION === $option ? 'homepage' : 'faqpage';
		array_unshift( $versions, stored_version( $after, time(), get_current_user_id(), stored_page_seo( $form ) ) );
	}
	update_option( "{$option}_versions", array_slice( $versions, 0, KEPT_VERSIONS ), false );
}

/** @return array{id: string, time: int, user: int, values: array, seo: ?array} */
function stored_version( array $values, int $time, int $user, ?array $seo ): array {
	return array(
		'id'     => strtolower( wp_generate_password( 12, false ) ),
		'time'   => $time,
		'user'   => $user,
		'values' => $values,
		'seo'    => $seo,
	);
}

/** The values of a version with its texts for search engines, as `version_fields` describes them. */
function values_of_version( array $values, array $seo ): array {
	$has_image = $seo['image']['id'] > 0 || '' !== $seo['image']['url'];

	return $values + array(
		'seo' => array(
			'image'   => $has_image ? $seo['image'] : '',
			'noindex' => $seo['noindex'] ? __( 'Yes', 'site-companion' ) : '',
		) + $seo,
	);
}

/** The fields of a page, and its texts for search engines as a group. */
function version_fields( array $fields ): array {
	$field = static fn( string $name, string $label, string $type = 'text' ): array => compact( 'name', 'label', 'type' );

	return array(
		...$fields,
		$field( 'seo', __( 'Search and sharing', 'site-companion' ), 'group' ) + array(
			'fields' => array(
				$field( 'title', __( 'Title', 'site-companion' ) ),
				$field( 'description', __( 'Description', 'site-companion' ) ),
				$field( 'image', __( 'Picture of shared links', 'site-companion' ), 'image' ),
				$field( 'noindex', __( 'Hide from search engines', 'site-companion' ) ),
			),
		),
	);
}

/** The stored versions of a page, latest first. */
function stored_versions( string $form ): array {
	$versions = get_option( option_screens()[ $form ]['option'] . '_versions', array() );

	return is_array( $versions ) ? $versions : array();
}

function restore_version( string $form, string $id ): never {
	foreach ( stored_versions( $form ) as $version ) {
		if ( $id === $version['id'] ) {
			$seo = stored_page_seo( $form );
			save_page_seo( $form, $version['seo'] ?? $seo );
			save_values( $form, $version['values'], $seo );
		}
	}
	wp_safe_redirect( admin_url( "admin.php?page=site-companion-$form&updated=1" ) );
	exit;
}

function person_of_version( array $version ): string {
	$user = get_userdata( (int) $version['user'] );

	return $user ? $user->display_name : __( 'Someone', 'site-companion' );
}

function show_versions( string $form, array $fields, array $current ): void {
	$versions = stored_versions( $form );
	if ( count( $versions ) < 2 ) {
		return;
	}
	$fields  = version_fields( $fields );
	$seo     = stored_page_seo( $form );
	$current = values_of_version( $current, $seo );
	?>
	<div class="site-companion-panel">
		<h2><?php esc_html_e( 'Earlier versions', 'site-companion' ); ?></h2>
		<form method="post" action="<?php echo esc_url( admin_url( "admin.php?page=site-companion-$form" ) ); ?>">
			<?php wp_nonce_field( "site_companion_$form" ); ?>
			<?php foreach ( $versions as $version ) : ?>
				<?php
				$time   = $version['time'] > 0
					? wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), (int) $version['time'] )
					: __( 'before', 'site-companion' );
				$values = values_of_version( $version['values'], $version['seo'] ?? $seo );
				?>
				<details class="site-companion-both">
					<summary><?php echo esc_html( $time . ' – ' . person_of_version( $version ) ); ?>
						<?php if ( $values === $current ) : ?>
							<strong><?php esc_html_e( '(current)', 'site-companion' ); ?></strong>
						<?php endif; ?>
					</summary>
					<?php if ( $values !== $current ) : ?>
						<?php echo comparison( $fields, $values, $current, $time, __( 'Now', 'site-companion' ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- escaped by comparison ?>
						<p><button class="button" name="restore" value="<?php echo esc_attr( $version['id'] ); ?>"><?php esc_html_e( 'Restore this version', 'site-companion' ); ?></button></p>
					<?php endif; ?>
				</details>
			<?php endforeach; ?>
		</form>
	</div>
	<?php
}

/** The URL of a path on the site, or on this WordPress if the site's address is not set. */
function address_on_site( string $path ): string {
	$site = setting( 'SITE_COMPANION_SITE_URL' );

	return ( '' === $site ? untrailingslashit( home_url() ) : untrailingslashit( $site ) ) . $path;
}
